import { nodeDefiner } from '../engine/define-node.ts'
import type { NodePorts } from './ports.ts'

/** Declares a node type: one file, one declaration. */
export const defineNode = nodeDefiner<NodePorts>()
