import type { Random } from '../../server/test/mail/random.ts'
import { type Customer, customers, frenchNameOf, type Order, orders, products } from '../company/orders.ts'
import { photoOf } from './files.ts'
import { amountIn, type Letter, paragraphs, type Writer } from './letters.ts'

const firstName = ({ name }: { name: string }) => name.split(' ')[0] ?? name

const orderOf = (random: Random, n: number): Order =>
  orders[(n * 11 + random.below(5)) % orders.length] as Order
const customerOf = (n: number, language?: Customer['language']): Customer => {
  const known = language ? customers.filter((one) => one.language === language) : customers
  return known[(n * 5) % known.length] as Customer
}

export const askForOrder: Writer = (random, n): Letter => {
  const { number, customer, product } = orderOf(random, n)
  if (customer.language === 'fr')
    return {
      from: customer,
      language: 'fr',
      category: 'order',
      subject: random.pick([
        `Où en est ma commande ${number} ?`,
        `Commande ${number} : date de livraison`,
        `Suivi de la commande ${number}`,
      ]),
      text: paragraphs(
        'Bonjour,',
        `j'ai commandé chez vous une ${frenchNameOf(product)} (commande ${number}) et je n'ai pas encore reçu d'avis d'expédition.`,
        random.pick([
          "Pourriez-vous me dire quand elle partira ? C'est pour un anniversaire.",
          'Pouvez-vous me donner une date ? Je serai absent la semaine prochaine.',
          'Est-il possible de la faire livrer au bureau plutôt que chez moi ?',
        ]),
        `Bien cordialement,\n${customer.name}`,
      ),
      answer: paragraphs(
        `Bonjour ${firstName(customer)},`,
        `votre commande ${number} est en préparation ; vous recevrez le numéro de suivi dès le départ du colis.`,
        'Bien cordialement,\nAda Marsh, Lumen',
      ),
    }
  return {
    from: customer,
    language: 'en',
    category: 'order',
    subject: random.pick([
      `Where is my order ${number}?`,
      `Order ${number}: delivery date`,
      `Any news about order ${number}?`,
    ]),
    text: paragraphs(
      'Hello,',
      `I ordered the ${product} from you (order ${number}) and have not had a dispatch note yet.`,
      random.pick([
        'Could you tell me when it will ship? It is a birthday present.',
        'When can I expect it? I am away from Monday and would like to be at home.',
        'Would it still be possible to deliver it to my office instead?',
      ]),
      `Many thanks,\n${customer.name}`,
    ),
    answer: paragraphs(
      `Hello ${firstName(customer)},`,
      `your order ${number} is being prepared. You will get the tracking number as soon as it leaves us.`,
      'Kind regards,\nAda Marsh, Lumen',
    ),
  }
}

export const askForReturn: Writer = (random, n): Letter => {
  const { number, customer, product } = orderOf(random, n + 3)
  if (customer.language === 'fr')
    return {
      from: customer,
      language: 'fr',
      category: 'return',
      subject: random.pick([`Retour de la commande ${number}`, `Échange : ${frenchNameOf(product)}`]),
      text: paragraphs(
        'Bonjour,',
        `la ${frenchNameOf(product)} de la commande ${number} est très belle, mais trop grande pour notre salon. Je souhaite la renvoyer.`,
        "Comment dois-je procéder, et le retour est-il gratuit ? L'emballage est intact.",
        `Merci d'avance,\n${customer.name}`,
      ),
      answer: paragraphs(
        `Bonjour ${firstName(customer)},`,
        'bien sûr. Vous disposez de 30 jours ; vous trouverez une étiquette de retour gratuite dans votre compte.',
        'Bien cordialement,\nAda Marsh, Lumen',
      ),
    }
  return {
    from: customer,
    language: 'en',
    category: 'return',
    subject: random.pick([`Return of order ${number}`, `Sending back the ${product}`]),
    text: paragraphs(
      'Hi there,',
      `the ${product} from order ${number} is lovely, but it does not suit the room after all. I would like to return it.`,
      'How does that work, and do I have to pay for it? It is unused and still in its box.',
      `Best,\n${customer.name}`,
    ),
    answer: paragraphs(
      `Hello ${firstName(customer)},`,
      'of course. You have 30 days, and you will find a free return label in your account.',
      'Kind regards,\nAda Marsh, Lumen',
    ),
  }
}

export const complain: Writer = (random, n): Letter => {
  const { number, customer, product } = orderOf(random, n + 6)
  const photo = photoOf(
    'photo.png',
    random.pick([
      [255, 214, 150],
      [255, 180, 120],
      [200, 220, 255],
    ]),
  )
  if (customer.language === 'fr')
    return {
      from: customer,
      language: 'fr',
      category: 'complaint',
      subject: random.pick([`Lampe arrivée cassée (${number})`, `Commande ${number} : verre fendu`]),
      text: paragraphs(
        'Bonjour,',
        `la ${frenchNameOf(product)} est arrivée ce matin avec un verre fendu, voir la photo. C'est la deuxième fois et c'est vraiment décevant.`,
        `Merci de me dire rapidement ce que vous proposez pour la commande ${number}.`,
        customer.name,
      ),
      files: [photo],
    }
  return {
    from: customer,
    language: 'en',
    category: 'complaint',
    subject: random.pick([`Damaged on arrival: order ${number}`, `The ${product} flickers (${number})`]),
    text: paragraphs(
      'Hello,',
      `my ${product} arrived today and it flickers from the first minute. There is a crack in the shade as well, see the photo.`,
      `This is the second time and I am rather disappointed. What will you do about order ${number}?`,
      customer.name,
    ),
    files: [photo],
  }
}

export const askForQuote: Writer = (random, n): Letter => {
  const customer = customerOf(n, random.below(2) === 0 ? 'fr' : 'en')
  const product = random.pick(products)
  const count = 8 + random.below(40)
  if (customer.language === 'fr')
    return {
      from: customer,
      language: 'fr',
      category: 'quote',
      subject: `Demande de devis : ${count} ${product.fr}s`,
      text: paragraphs(
        'Bonjour,',
        `nous ouvrons un ${random.pick(['hôtel à Annecy', 'restaurant à Nantes', 'espace de travail à Lille'])} au printemps et cherchons ${count} ${product.fr}s.`,
        'Pourriez-vous nous faire parvenir un devis, avec un délai de fabrication ?',
        `Cordialement,\n${customer.name}`,
      ),
    }
  return {
    from: customer,
    language: 'en',
    category: 'quote',
    subject: `Quote for ${count} × ${product.name}`,
    text: paragraphs(
      'Good morning,',
      `we are fitting out a ${random.pick(['small hotel in Bath', 'café in Leeds', 'studio in Ghent'])} and would need ${count} of your ${product.name}.`,
      `Your list price is ${amountIn(product.price, 'en')}. Could you send us a quote for that quantity, with a lead time?`,
      `Regards,\n${customer.name}`,
    ),
  }
}

export const askSomething: Writer = (random, n): Letter => {
  const customer = customerOf(n + 1)
  const product = random.pick(products)
  const french = customer.language === 'fr'
  const [subject, question] = french
    ? random.pick([
        [
          `La ${product.fr} est-elle compatible avec un variateur ?`,
          'Nous avons un variateur mural assez ancien.',
        ],
        ['Quelle ampoule choisir ?', `C'est pour une ${product.fr}, dans une chambre d'enfant.`],
        ['Horaires de votre boutique à Lyon', 'Êtes-vous ouverts le samedi après-midi ?'],
      ])
    : random.pick([
        [`Can the ${product.name} be dimmed?`, 'We have a rather old dimmer in the wall.'],
        ['Which bulb do you recommend?', `It is for the ${product.name}, in a child's bedroom.`],
        ['Opening hours of your shop in Bristol', 'Are you open on Saturday afternoons?'],
      ])
  return {
    from: customer,
    language: customer.language,
    category: 'question',
    subject,
    text: paragraphs(
      french ? 'Bonjour,' : 'Hello,',
      question,
      `${french ? 'Merci !' : 'Thanks!'}\n${customer.name}`,
    ),
  }
}
