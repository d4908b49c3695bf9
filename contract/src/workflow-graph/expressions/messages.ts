import type { Text } from './fault.ts'

// What parsing and the core of evaluation say. Functions bring their own sentences.

const say = (en: string, fr: string): Text => ({ en, fr })
const quoted = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

export const messages = {
  unexpected: (found: string) =>
    say(`\`${quoted(found)}\` does not fit here.`, `\`${quoted(found)}\` n'a pas sa place ici.`),
  unexpectedEnd: say(
    'The expression stops too early: something is missing at the end.',
    "L'expression s'arrête trop tôt : il manque quelque chose à la fin.",
  ),
  expected: (wanted: string) => say(`\`${wanted}\` is missing here.`, `Il manque \`${wanted}\` ici.`),
  empty: say(
    'There is nothing between {{ and }}: write an expression.',
    "Il n'y a rien entre {{ et }} : écrivez une expression.",
  ),
  unclosedTemplate: say(
    'This {{ has no }}. To show the two braces themselves, write {{ "{{" }}.',
    'Ce {{ n\'a pas de }}. Pour afficher les deux accolades, écrivez {{ "{{" }}.',
  ),
  unclosedText: say(
    'This text has no closing quotation mark.',
    'Il manque le guillemet à la fin de ce texte.',
  ),
  assignment: say('Write `==` to compare two values.', 'Écrivez `==` pour comparer deux valeurs.'),
  unknownRoot: (name: string, roots: readonly string[]) =>
    say(
      `There is nothing called \`${quoted(name)}\`. A path begins with one of: ${roots.join(', ')}.`,
      `Rien ne s'appelle \`${quoted(name)}\`. Un chemin commence par l'un de : ${roots.join(', ')}.`,
    ),
  hyphenName: (name: string) =>
    say(
      `There is nothing called \`${quoted(name)}\`. A name with a hyphen is written in brackets: steps["my-node"].`,
      `Rien ne s'appelle \`${quoted(name)}\`. Un nom avec un tiret s'écrit entre crochets : steps["mon-noeud"].`,
    ),
  functionWithoutCall: (name: string) =>
    say(
      `\`${name}\` is a function: write ${name}(...).`,
      `\`${name}\` est une fonction : écrivez ${name}(...).`,
    ),
  unknownFunction: (name: string) =>
    say(
      `There is no function called \`${quoted(name)}\`.`,
      `Aucune fonction ne s'appelle \`${quoted(name)}\`.`,
    ),
  arguments: (signature: string) =>
    say(`This function is used like this: ${signature}.`, `Cette fonction s'utilise ainsi : ${signature}.`),
  forbidden: (key: string) =>
    say(`\`${quoted(key)}\` cannot be read or set.`, `\`${quoted(key)}\` ne peut être ni lu ni défini.`),
  expressionTooLong: (most: number) =>
    say(
      `This expression is longer than ${most} characters: split it into several steps.`,
      `Cette expression dépasse ${most} caractères : répartissez-la en plusieurs étapes.`,
    ),
  templateTooLong: (most: number) =>
    say(
      `A text with {{ }} holds at most ${most} characters.`,
      `Un texte avec {{ }} contient au plus ${most} caractères.`,
    ),
  tooDeep: say(
    'This is nested too deeply: split it into several steps.',
    'Les niveaux imbriqués sont trop nombreux : répartissez-les en plusieurs étapes.',
  ),
  missing: (path: string) =>
    say(
      `There is no value at ${quoted(path)}. Add \`?\` or default(...) if it may be missing.`,
      `Il n'y a pas de valeur dans ${quoted(path)}. Ajoutez \`?\` ou default(...) si elle peut manquer.`,
    ),
  foundNothing: (name: string) =>
    say(
      `\`${name}\` found nothing. Add \`?\` or default(...) if that may happen.`,
      `\`${name}\` n'a rien trouvé. Ajoutez \`?\` ou default(...) si cela peut arriver.`,
    ),
  needs: (who: string, wanted: Text, found: Text, isNull: boolean) =>
    say(
      `\`${who}\` needs ${wanted.en}, and this is ${found.en}.${isNull ? ' Add default(...) if it may be empty.' : ''}`,
      `\`${who}\` attend ${wanted.fr}, et ceci est ${found.fr}.${isNull ? ' Ajoutez default(...) si cela peut être vide.' : ''}`,
    ),
  cannotAdd: (left: Text, right: Text) =>
    say(
      `\`+\` adds two numbers or joins texts; here it has ${left.en} and ${right.en}.`,
      `\`+\` additionne deux nombres ou réunit des textes ; ici il a ${left.fr} et ${right.fr}.`,
    ),
  cannotCompare: (operator: string, left: Text, right: Text) =>
    say(
      `\`${operator}\` compares two numbers or two texts; here it has ${left.en} and ${right.en}. toNumber(...) makes a number of a text.`,
      `\`${operator}\` compare deux nombres ou deux textes ; ici il a ${left.fr} et ${right.fr}. toNumber(...) fait d'un texte un nombre.`,
    ),
  divisionByZero: say('A number cannot be divided by zero.', 'Un nombre ne peut pas être divisé par zéro.'),
  notFinite: say('The result is too large for a number.', 'Le résultat est trop grand pour un nombre.'),
  budget: say(
    'This expression does too much work and was stopped. Use shorter lists and texts, or several steps.',
    'Cette expression demande trop de travail et a été arrêtée. Utilisez des listes et textes plus courts, ou plusieurs étapes.',
  ),
  tooLarge: (most: number) =>
    say(
      `The result is larger than ${most} characters. Shorten it, for example with truncate(...).`,
      `Le résultat dépasse ${most} caractères. Raccourcissez-le, par exemple avec truncate(...).`,
    ),
  tooDeepValue: say('The value is nested too deeply.', 'La valeur a trop de niveaux imbriqués.'),
  tooManyParams: say('There are too many fields here.', 'Il y a trop de champs ici.'),
}
