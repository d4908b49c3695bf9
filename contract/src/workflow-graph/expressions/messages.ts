import type { Text } from './fault.ts'

// Messages of the parser and the core of evaluation. Functions define their own.

const localized = (en: string, fr: string): Text => ({ en, fr })
const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

export const messages = {
  unexpected: (found: string) =>
    localized(`\`${shorten(found)}\` is not expected here.`, `\`${shorten(found)}\` n'est pas attendu ici.`),
  unexpectedEnd: localized('The expression is incomplete.', "L'expression est incomplète."),
  expected: (sign: string) => localized(`\`${sign}\` is missing here.`, `Il manque \`${sign}\` ici.`),
  empty: localized('Enter an expression between {{ and }}.', 'Saisissez une expression entre {{ et }}.'),
  unclosedTemplate: localized(
    'This {{ has no closing }}. To write the braces themselves, use {{ "{{" }}.',
    'Il manque }} après ce {{. Pour écrire les accolades elles-mêmes, utilisez {{ "{{" }}.',
  ),
  unclosedText: localized(
    'The closing quotation mark of this text is missing.',
    'Il manque le guillemet fermant de ce texte.',
  ),
  assignment: localized('Use `==` to compare two values.', 'Utilisez `==` pour comparer deux valeurs.'),
  unknownRoot: (name: string, roots: readonly string[]) =>
    localized(
      `\`${shorten(name)}\` is unknown. A path starts with one of: ${roots.join(', ')}.`,
      `\`${shorten(name)}\` est inconnu. Un chemin commence par l'un de ces mots : ${roots.join(', ')}.`,
    ),
  hyphenName: (name: string) =>
    localized(
      `\`${shorten(name)}\` is unknown. Put names with a hyphen in brackets: steps["my-node"].`,
      `\`${shorten(name)}\` est inconnu. Mettez les noms avec un tiret entre crochets : steps["mon-noeud"].`,
    ),
  functionWithoutCall: (name: string) =>
    localized(
      `\`${name}\` is a function: write ${name}(...).`,
      `\`${name}\` est une fonction : écrivez ${name}(...).`,
    ),
  unknownFunction: (name: string) =>
    localized(`Unknown function \`${shorten(name)}\`.`, `Fonction inconnue : \`${shorten(name)}\`.`),
  arguments: (signature: string) =>
    localized(`Use this function as ${signature}.`, `Utilisez cette fonction ainsi : ${signature}.`),
  forbidden: (key: string) =>
    localized(
      `\`${shorten(key)}\` cannot be read or set.`,
      `\`${shorten(key)}\` ne peut être ni lu ni défini.`,
    ),
  expressionTooLong: (max: number) =>
    localized(
      `This expression is longer than ${max} characters; split it into several steps.`,
      `Cette expression dépasse ${max} caractères ; répartissez-la en plusieurs étapes.`,
    ),
  templateTooLong: (max: number) =>
    localized(
      `A text with {{ }} can have at most ${max} characters.`,
      `Un texte avec {{ }} peut compter ${max} caractères au plus.`,
    ),
  tooDeep: localized(
    'This is nested too deeply; split it into several steps.',
    "Il y a trop de niveaux d'imbrication ; répartissez-les en plusieurs étapes.",
  ),
  missing: (path: string) =>
    localized(
      `${shorten(path)} has no value. Add \`?\` or default(...) if it may be missing.`,
      `${shorten(path)} n'a pas de valeur. Ajoutez \`?\` ou default(...) si elle peut manquer.`,
    ),
  foundNothing: (name: string) =>
    localized(
      `\`${name}\` found nothing. Add \`?\` or default(...) if that may happen.`,
      `\`${name}\` n'a rien trouvé. Ajoutez \`?\` ou default(...) si cela peut arriver.`,
    ),
  needs: (name: string, expected: Text, found: Text, isNull: boolean) =>
    localized(
      `\`${name}\` expects ${expected.en}, but got ${found.en}.${isNull ? ' Add default(...) if it may be empty.' : ''}`,
      `\`${name}\` attend ${expected.fr}, mais a reçu : ${found.fr}.${isNull ? ' Ajoutez default(...) si cela peut être vide.' : ''}`,
    ),
  cannotAdd: (left: Text, right: Text) =>
    localized(
      `\`+\` adds two numbers or joins texts; it got ${left.en} and ${right.en}.`,
      `\`+\` additionne deux nombres ou assemble des textes ; reçu : ${left.fr} et ${right.fr}.`,
    ),
  cannotCompare: (operator: string, left: Text, right: Text) =>
    localized(
      `\`${operator}\` compares two numbers or two texts; it got ${left.en} and ${right.en}. Use toNumber(...) to convert text to a number.`,
      `\`${operator}\` compare deux nombres ou deux textes ; reçu : ${left.fr} et ${right.fr}. Utilisez toNumber(...) pour convertir un texte en nombre.`,
    ),
  divisionByZero: localized('Division by zero.', 'Division par zéro.'),
  notFinite: localized('The number is too large.', 'Le nombre est trop grand.'),
  budget: localized(
    'This expression does too much work and was stopped. Use shorter lists and texts, or split it into several steps.',
    'Cette expression demande trop de calculs et a été arrêtée. Utilisez des listes et des textes plus courts, ou plusieurs étapes.',
  ),
  tooLarge: (max: number) =>
    localized(
      `The result is longer than ${max} characters. Shorten it, for example with truncate(...).`,
      `Le résultat dépasse ${max} caractères. Raccourcissez-le, par exemple avec truncate(...).`,
    ),
  tooDeepValue: localized('The value is nested too deeply.', "La valeur a trop de niveaux d'imbrication."),
  tooManyParams: localized('There are too many fields.', 'Il y a trop de champs.'),
}
