declare module 'virtual:route-table' {
  /** `METHOD /path` of every route, by domain and name; see build/route-table.ts. */
  export const routeTable: Record<string, Record<string, string>>
}
