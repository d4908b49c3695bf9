import { text } from './atoms.ts'
import type { Connection } from './connection.ts'
import { ImapFault } from './fault.ts'
import {
  codeArguments,
  codeOf,
  digitsOf,
  type Node,
  numberOf,
  type Parsed,
  stringOf,
  stringsOf,
  type Token,
} from './response.ts'

export type Selected = {
  uidValidity: string | null
  uidNext: number | null
  exists: number
  highestModseq: string | null
  readOnly: boolean
  permanentFlags: string[]
}

/** Many servers reject a missing folder without a response code. */
async function isMissing(connection: Connection, name: Token): Promise<boolean> {
  let found = false
  const LIST = ({ attributes }: Parsed) => {
    const [flags, , listed] = attributes ?? []
    if (stringOf(listed) === name.value)
      found = !stringsOf(flags).some((flag) => /^\\NonExistent$/i.test(flag))
  }
  await connection.run('LIST', [text(''), name], { untagged: { LIST } })
  return !found
}

// Dovecot lists the deleted parent of a folder as if it could be opened, and says so only here.
const missingText =
  /(?:doesn't|does not) exist|no such (?:mailbox|folder)|(?:unknown|nonexistent) (?:mailbox|folder)/i

async function refineFault(connection: Connection, name: Token, error: unknown): Promise<unknown> {
  if (!(error instanceof ImapFault) || error.kind !== 'refused' || error.remedy !== 'permanent') return error
  return missingText.test(error.message) || (await isMissing(connection, name))
    ? new ImapFault('folder_not_found', error.message)
    : error
}

export async function selectFolder(
  connection: Connection,
  command: string,
  name: Token,
  parameters: Node[],
): Promise<Selected> {
  const selected: Selected = {
    uidValidity: null,
    uidNext: null,
    exists: 0,
    highestModseq: null,
    readOnly: false,
    permanentFlags: [],
  }
  const OK = (parsed: Parsed) => {
    const code = codeOf(parsed)
    const [value] = codeArguments(parsed)
    if (code === 'UIDVALIDITY') selected.uidValidity = digitsOf(value)
    if (code === 'UIDNEXT') selected.uidNext = numberOf(value) || null
    if (code === 'HIGHESTMODSEQ') selected.highestModseq = digitsOf(value)
    if (code === 'NOMODSEQ') selected.highestModseq = null
    if (code === 'PERMANENTFLAGS') selected.permanentFlags = stringsOf(value)
  }
  const EXISTS = ({ command: count }: Parsed) => {
    selected.exists = Number(count)
  }
  const untagged = { OK, EXISTS }
  const response = await connection.run(command, [name, ...parameters], { untagged }).catch(async (error) => {
    throw await refineFault(connection, name, error)
  })
  selected.readOnly = codeOf(response) === 'READ-ONLY'
  return selected
}
