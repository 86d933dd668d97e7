/**
 * Who may do something.
 * - `anyone`: it tells nothing of the data.
 * - `readers`: members of the workspace; guests and people of other organizations only where the settings say so.
 * - `changers`: those whom the workspace's rule lets change settings and create tasks.
 * - `admins`: admins and owners of the workspace, whatever the rule says.
 */
export type Permission = 'anyone' | 'readers' | 'changers' | 'admins'
