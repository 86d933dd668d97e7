/** The page's entry point. */

import { createRoot } from 'react-dom/client'
import { USERS } from '../world/seed.ts'
import { useConnection } from './state.ts'
import { useAddress } from './workspace/address.ts'
import { Rooms } from './workspace/workspace.tsx'

// The page: the workspace, or a notice while the sandbox does not answer.

function App() {
  const [address, go] = useAddress()
  const connection = useConnection(address.user || USERS.owner)
  const { workspace, lost } = connection
  if (workspace === null)
    return (
      <main className="empty">
        <p role={lost ? 'alert' : 'status'}>{lost ? lostText : 'Opening the workspace…'}</p>
      </main>
    )
  return (
    <>
      {lost && (
        <p className="banner" role="alert">
          {lostText}
        </p>
      )}
      <Rooms workspace={workspace} connection={connection} address={address} go={go} />
    </>
  )
}

const lostText =
  "The sandbox isn't responding. If you stopped it, start it again; this page reconnects automatically."

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
