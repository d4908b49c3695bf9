import type { Db } from '../../platform/db/database.ts'
import { findVersion } from '../workflows/index.ts'

/** The names of nodes, by version and node id. */
export async function findNodeNames(db: Db, versionIds: string[]) {
  const names = new Map<string, Map<string, string>>()
  for (const versionId of versionIds) {
    const version = await findVersion(db, versionId)
    if (version) names.set(versionId, new Map(version.graph.nodes.map(({ id, name }) => [id, name])))
  }
  return names
}
