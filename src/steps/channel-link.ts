import type { Workspace } from '../slack/workspace.ts'

export function channelLink({ url }: Pick<Workspace, 'url'>, channel: string): string {
  return new URL(`archives/${channel}`, url).href
}
