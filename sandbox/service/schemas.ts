/** Schemas shared by several routes. */
import { z } from 'zod'

const text = z.string().min(1)

/** Core paths: the workspace id is a UUID (parts 4.1, 4.2). */
export const WorkspacePath = z.object({ organization_id: text, workspace_id: z.uuid() })

/** Search-analytics paths: ids are strings (parts 4.3 to 4.5). */
export const SearchWorkspacePath = z.object({ organization_id: text, workspace_id: text })
export const ProjectPath = SearchWorkspacePath.extend({ project_id: text })

export const Pagination = z
  .object({ page: z.int(), page_size: z.int(), total: z.int() })
  .meta({ id: 'Pagination' })

/** Paging as in the competitor brands (part 4.4); the collects use it too. */
export const PageQuery = {
  page: z.int().min(1).default(1).describe('Page number, from 1'),
  page_size: z.int().min(1).max(100).default(20).describe('Items per page'),
}

/** One page of a list, with the total of the whole list. */
export function paginate<T>(items: readonly T[], { page, page_size }: { page: number; page_size: number }) {
  const start = (page - 1) * page_size
  return { data: items.slice(start, start + page_size), pagination: { page, page_size, total: items.length } }
}
