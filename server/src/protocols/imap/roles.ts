import { fold } from '../../platform/text/fold.ts'
import type { FolderRole } from './types.ts'

/** RFC 6154, and the names that older servers use. */
const bySpecialUse: Record<string, FolderRole> = {
  '\\inbox': 'inbox',
  '\\sent': 'sent',
  '\\drafts': 'drafts',
  '\\trash': 'trash',
  '\\junk': 'junk',
  '\\spam': 'junk',
  '\\archive': 'archive',
  '\\all': 'all',
  '\\allmail': 'all',
  '\\flagged': 'flagged',
  '\\starred': 'flagged',
  '\\important': 'important',
}

// English, French, German, Spanish, Italian, Portuguese, Dutch; folded.
const names: Record<Exclude<FolderRole, 'inbox' | 'all' | 'flagged' | 'important'>, string> = {
  sent: `sent|sent items|sent mail|sent messages|envoyes|elements envoyes|messages envoyes|courrier envoye
    |gesendet|gesendete elemente|gesendete objekte|gesendete nachrichten|enviados|elementos enviados
    |correo enviado|mensajes enviados|posta inviata|inviati|inviata|messaggi inviati|itens enviados
    |mensagens enviadas|enviadas|verzonden|verzonden items|verzonden berichten`,
  drafts: `drafts|draft|brouillons|brouillon|entwurfe|entwurf|borradores|borrador|bozze|bozza|rascunhos
    |rascunho|concepten|concept`,
  trash: `trash|deleted|deleted items|deleted messages|bin|corbeille|elements supprimes|messages supprimes
    |papierkorb|geloschte elemente|geloschte objekte|geloscht|papelera|elementos eliminados|eliminados
    |cestino|posta eliminata|messaggi eliminati|lixo|lixeira|itens excluidos|itens eliminados|reciclagem
    |prullenbak|verwijderde items|verwijderd`,
  junk: `junk|spam|junk e-mail|junk email|junk mail|bulk mail|courrier indesirable|indesirables|pourriel
    |pourriels|spamverdacht|junk-e-mail|unerwunscht|correo no deseado|no deseado|posta indesiderata
    |indesiderata|lixo eletronico|e-mail de lixo|ongewenste e-mail|ongewenst|reclame`,
  archive: `archive|archives|archiv|archivo|archivos|archivio|arquivo|arquivos|archief|all mail archive`,
}
const byName = new Map(
  Object.entries(names).flatMap(([role, list]) =>
    list.split(/\s*\|\s*/).map((name) => [name.trim(), role as FolderRole] as const),
  ),
)

const normaliseName = (name: string) => fold(name).replace(/\s+/g, ' ').trim()

type Candidate = {
  path: string
  name: string
  parent: string | null
  selectable: boolean
  attributes: string[]
}

/** A name counts only at the top, below the inbox and below Gmail's own folder: `Clients/Trash` is not the trash. */
const isNearTop = ({ parent }: Candidate) =>
  parent === null || /^(inbox|\[gmail\]|\[google mail\])$/i.test(parent)

/** Assigns roles by attribute first; a name counts once, and only for a role that no attribute assigned. */
export function rolesOf(folders: Candidate[]): Map<string, FolderRole> {
  const roles = new Map<string, FolderRole>()
  for (const folder of folders) {
    const specialUse = folder.attributes.map((one) => bySpecialUse[one.toLowerCase()]).find(Boolean)
    if (folder.path === 'INBOX') roles.set(folder.path, 'inbox')
    else if (specialUse && folder.selectable) roles.set(folder.path, specialUse)
  }
  const assigned = new Set(roles.values())
  for (const folder of folders) {
    const role = byName.get(normaliseName(folder.name))
    if (!role || assigned.has(role) || roles.has(folder.path) || !folder.selectable || !isNearTop(folder))
      continue
    roles.set(folder.path, role)
    assigned.add(role)
  }
  return roles
}
