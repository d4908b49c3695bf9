import type { api } from '../index.ts'
import type { Text } from '../text.ts'

const titles: Record<keyof typeof api, Text> = {
  instance: { en: 'Instance', fr: 'Instance' },
  auth: { en: 'Authentication', fr: 'Authentification' },
  account: { en: 'My account', fr: 'Mon compte' },
  apiKeys: { en: 'API keys', fr: 'Clés API' },
  members: { en: 'Members and invitations', fr: 'Membres et invitations' },
  audit: { en: 'Audit log', fr: "Journal d'audit" },
  notifications: { en: 'Notifications', fr: 'Notifications' },
  incidents: { en: 'Incidents', fr: 'Incidents' },
  contacts: { en: 'Contacts', fr: 'Contacts' },
  signatures: { en: 'Signatures', fr: 'Signatures' },
  webmailSignatures: { en: 'Signatures (deprecated)', fr: 'Signatures (obsolète)' },
  mailboxes: { en: 'Mailboxes', fr: 'Boîtes mail' },
  mailboxSetup: { en: 'Mailbox setup', fr: 'Configuration des boîtes mail' },
  folders: { en: 'Folders', fr: 'Dossiers' },
  messages: { en: 'Messages', fr: 'Messages' },
  threads: { en: 'Threads', fr: 'Fils de discussion' },
  journal: { en: 'Mail journal', fr: 'Journal du courrier' },
  sending: { en: 'Sending', fr: 'Envoi' },
  review: { en: 'Morning review', fr: 'Relecture du matin' },
  desk: { en: 'Desk', fr: 'À décider' },
  workflows: { en: 'Workflows', fr: 'Workflows' },
  workflowVersions: { en: 'Workflow versions', fr: 'Versions des workflows' },
  workflowCopies: { en: 'Workflow copies', fr: 'Copies de workflows' },
  nodeTypes: { en: 'Node types', fr: 'Types de nœuds' },
  hooks: { en: 'Webhooks', fr: 'Webhooks' },
  executions: { en: 'Executions', fr: 'Exécutions' },
  runs: { en: 'Runs', fr: 'Lancements' },
  approvals: { en: 'Approvals', fr: 'Approbations' },
  tables: { en: 'Tables', fr: 'Tables' },
  tableColumns: { en: 'Table columns', fr: 'Colonnes des tables' },
  tableRows: { en: 'Table rows', fr: 'Lignes des tables' },
  templates: { en: 'Templates', fr: 'Modèles' },
  connections: { en: 'Connections', fr: 'Connexions' },
  ai: { en: 'AI models', fr: "Modèles d'IA" },
  aiCosts: { en: 'AI costs', fr: "Coûts de l'IA" },
  patterns: { en: 'Learned patterns', fr: 'Schémas appris' },
  evaluation: { en: 'Prompt evaluation', fr: 'Évaluation des prompts' },
  assistant: { en: 'Assistant', fr: 'Assistant' },
  analyzer: { en: 'Mailbox analyzer', fr: 'Analyse de boîte mail' },
  dashboard: { en: 'Dashboard', fr: 'Tableau de bord' },
}

/** The tag under which the description groups a domain's routes. */
export const domainTitle = (domain: string, lang: keyof Text) =>
  Object.hasOwn(titles, domain) ? titles[domain as keyof typeof titles][lang] : domain
