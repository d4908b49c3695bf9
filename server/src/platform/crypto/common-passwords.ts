// The building blocks of long weak passwords. Not a leak list: the minimum of twelve characters already rejects nearly
// all of those; what is left are these words combined with years, sequences and symbols. Lower case, no accents; long
// phrases are included whole.
export const commonWords: readonly string[] = `
  password passwort passwd motdepasse contrasena contrasenha wachtwoord haslo parola senha kennwort passphrase passcode
  welcome willkommen bienvenue bienvenido benvenuto letmein changeme changeit default secret geheim secreto
  administrator administrateur admin manager master owner superuser sysadmin support service office company
  mailwright mailbox email webmail postmaster newsletter outlook gmail google microsoft facebook instagram
  iloveyou ilovegod jetaime teamo tequiero forever 4ever loveyou lovely princess princesse sunshine soleil superman batman
  spiderman pokemon pikachu starwars startrek minecraft fortnite nintendo playstation samsung internet computer
  football baseball basketball soccer hockey liverpool arsenal chelsea barcelona manchester marseille juventus
  monkey dragon tigger shadow mustang ferrari porsche mercedes corvette yamaha harley hunter ranger killer
  michael jennifer jessica ashley nicole daniel andrew joshua charlie thomas robert george amanda matthew
  summer winter spring autumn october november december january february september august
  monday tuesday wednesday thursday friday saturday sunday bonjour bonsoir hello chocolat chocolate cookie banana
  qwerty azerty qwertz trustnoone trustno whatever nothing everything freedom liberte jesus christ blessed heaven
  testing test1 tester temporary guest demo12 example sample security access letmeinplease opensesame
  correcthorsebatterystaple correct horse battery staple thequickbrownfox quickbrownfox jumpsoverthelazydog
  maytheforcebewithyou nevergonnagiveyouup iloveyouforever thisismypassword mypassword ihatepasswords
  passwordispassword nopassword yourpassword itsasecret fuckyou asshole
`
  .trim()
  .split(/\s+/)

/** Sequences: the alphabet, the digits, rows and columns of three keyboard layouts. */
export const runs: readonly string[] = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '!@#$%^&*()',
]
