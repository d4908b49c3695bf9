// The types of css-tree cover its main entry only, which loads two megabytes of property data that we do not need.
declare module 'css-tree/parser' {
  import type { parse } from 'css-tree'

  const parser: typeof parse
  export default parser
}
