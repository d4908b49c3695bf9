// Capitalised words that are not names, folded.

const words = (text: string) => new Set(text.split(/\s+/).filter(Boolean))

export const titles = words(`
  mr mrs ms miss mx sir madam dr doctor prof professor dear
  m mme mlle mm mmes monsieur madame mademoiselle messieurs mesdames docteur docteure professeur professeure maitre me
  cher chere chers cheres bonjour bonsoir hello hi hey merci
`)

/** Words that begin a sentence, stand in formulas of letters, or are capitalised in English without being names. */
export const notNames = words(`
  i i'm i'll i've i'd we we're we'll we've we'd you you're you'll you've he she it it's its they they're this that that's these those
  there there's here here's what what's when where which who whose why how if as at by for from in into of off on onto over to
  under until up upon with within without about after against along among around because before behind below beside
  besides between beyond but despite during except inside like near nor not and or since so than though through
  throughout towards unless unlike via while whereas whether yet once
  a an the my your our his her their some any each every both either neither no none all another other such
  more most much many few several less least only also too very just even still already again always never often
  sometimes usually normally generally please thank thanks sorry yes ok okay sure certainly indeed absolutely of course
  unfortunately fortunately regarding concerning following according further furthermore moreover however therefore
  meanwhile otherwise instead finally first firstly second secondly third lastly next then now today tomorrow yesterday
  currently recently soon later earlier attached enclosed below above once happy glad great good best better kind warm warmest
  regards sincerely faithfully cordially cheers yours truly respectfully wishes greetings welcome congratulations
  let let's may might can could will would shall should must do does did don't have has had is are was were be been being
  call contact write send see find note take make give get go come feel let check visit click reply confirm choose use bring
  keep remember ask tell look read try wait pay order book return ship cancel change update
  one two three four five six seven eight nine ten eleven twelve
  monday tuesday wednesday thursday friday saturday sunday
  january february march april june july august september october november december
  delivery order orders invoice invoices payment payments price prices refund refunds shipping parcel parcels package product
  products customer customers client clients service services support team sales office company shop store account number
  address date time terms conditions breakfast parking check-in check-out reception registration membership students
  everything nothing something someone somebody nobody everybody people sorry free total subject receipts claims
  english french german italian spanish dutch portuguese european british american
  christmas easter internet web website email e-mail mail fax tel phone mobile ps nb re fw
  sir madam sirs gentlemen ladies colleagues team parents family friends friend customer guest guests
  north south east west
  je j'ai tu il elle on nous vous ils elles ce c'est cet cette ces ceci cela ca ici la le les l un une des du de d au aux
  mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs quel quelle quels quelles qui que quoi dont ou quand
  comment pourquoi combien si comme car mais donc or ni et puis ensuite enfin alors aussi ainsi toutefois cependant
  neanmoins pourtant sinon sauf avec sans pour par dans en sur sous vers chez entre avant apres depuis pendant durant
  jusque jusqu'au selon suite concernant malgre grace afin lorsque lors tant tout toute tous toutes chaque plusieurs
  quelques aucun aucune autre autres meme memes tres trop plus moins bien mal oui non peut-etre certes
  bonjour bonsoir bonne bon bonnes bons belle bel merci cordialement sincerement salutations amities bises bien
  excellente excellent agreable joyeux joyeuses heureux desole desolee pardon felicitations bienvenue
  veuillez n'hesitez prenez passez contactez appelez ecrivez envoyez trouvez notez sachez voyez demandez adressez
  reservez confirmez choisissez venez donnez faites dites soyez ayez pensez cliquez consultez retrouvez indiquez merci
  voici voila malheureusement heureusement actuellement desormais dorenavant egalement normalement generalement
  il-y-a y est sont etait sera seront avez avons ont a ai peut pouvez pouvons devez devons faut
  lundi mardi mercredi jeudi vendredi samedi dimanche
  janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
  livraison commande commandes facture factures paiement prix remboursement colis produit produits client clients cliente
  service services equipe societe boutique magasin atelier compte numero adresse date heure conditions devis rendez-vous
  rendez visite depart arrivee sejour reservation inscription echeance passage retrait virement chaque urgence urgences
  francais anglais allemand italien espagnol europeen noel paques internet site courriel telephone
  madame monsieur mesdames messieurs docteur maitre soit vu
  pdf vat tva sms sav faq id it hr rh cv iban rib bic siret siren ht ttc eu ue uk us usa est cet gmt utc am pm rsvp asap fyi
  ceo cto cfo coo vp pdg drh daf url api html json csv po rma nda llp ltd inc llc sarl sas sa gmbh plc tel dvd usb led tv gps ok okay kg km cm mm eur usd gbp chf
`)

/** Names that are also ordinary words: a lower-case word in a source is not this name. */
export const ordinaryNames = words(`
  claire rose pierre marc grace will mark may april june august hope joy faith summer olive ruby jade blanche
  violette marguerite iris lily amber dawn eve bill rob pat drew jack frank grant dale glen miles rich art ray
  aime aimee prudence constance clement juste felicite victoire reine noel printemps martin victor page hunter
`)
