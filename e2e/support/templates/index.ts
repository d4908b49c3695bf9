import { frameworks } from './frameworks.ts'
import { programs } from './programs.ts'
import type { TemplateMail } from './template-mail.ts'
import { transactional } from './transactional.ts'

/** Mails as frameworks, mail programs, shops and people make them, in several languages. */
export const templateMails: TemplateMail[] = [...frameworks, ...programs, ...transactional]
