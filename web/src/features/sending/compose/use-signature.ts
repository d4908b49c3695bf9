import { useQuery } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { read } from '../../../api/read.ts'
import { changeDraft, type Draft } from './drafts.ts'

/** The signature of a draft: the chosen one, none, or else the one of the recipient or the default. */
export function useSignature({ id, to, signatureId }: Draft) {
  const { data } = useQuery(read(client.signatures.list, {}))
  const [first] = to
  const contact = useQuery({
    ...read(client.contacts.list, { query: { q: first ?? '', limit: 5 } }),
    enabled: first !== undefined && signatureId === undefined,
  }).data?.contacts.find(({ email }) => email.toLowerCase() === first?.toLowerCase())
  const signatures = data?.signatures ?? []
  const byId = (wanted: string | null | undefined) => signatures.find((one) => one.id === wanted)
  const usual = byId(contact?.signatureId) ?? signatures.find(({ isDefault }) => isDefault)
  return {
    signatures,
    signature: signatureId === undefined ? usual : byId(signatureId),
    choose: (chosen: string) => changeDraft(id, { signatureId: chosen || null }),
  }
}
