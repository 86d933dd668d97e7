/** Says what went wrong, if anything did. */
export const Problem = ({ text }: { text: string | null }) =>
  text && (
    <p className="problem" role="alert">
      {text}
    </p>
  )
