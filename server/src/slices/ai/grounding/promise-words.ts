// What a company may promise, folded, English and French. A promise counts as founded if our own side says the same.

export const promises: readonly (readonly [concept: string, pattern: RegExp])[] = [
  [
    'refund',
    /\b(?:fully |full |partial |partially )?(?:refund(?:ed|s|ing)?|reimburse(?:d|s|ment)?|money back)\b|\b(?:integralement |totalement )?rembours\w+(?: integral\w*)?/dg,
  ],
  [
    'discount',
    /\b(?:a |special )?(?:discount(?:ed|s)?|rebate|price reduction|special price|reduced price|lower price|price cut)\b|\b(?:une |la |cette )?(?:remise(?! en | a (?:jour|neuf|niveau))|reduction|ristourne|rabais|promotion)\b|\bgeste commercial\b|\b(?:tarif|prix) (?:preferentiel|special|reduit)\b|\bbaisser (?:le|notre) (?:prix|loyer|tarif)|\b(?:% |percent |euros |€ ?)off\b/dg,
  ],
  [
    'free',
    /\bfree of charge\b|\bfor free\b|\bfree (?:shipping|delivery|returns?|replacement|samples?|upgrade|trial|gift|installation|breakfast|parking|cancellation|repair|support|bulbs?|parts?|months?|visit|copy|ticket|entry|\w+ing)\b|\b(?:months?|weeks?|nights?|days?) free\b|\b(?:shipping|delivery|returns?|entry|admission|parking|repairs?|service|breakfast|cancellation|replacement|installation|course|consultation|visit|lesson|session|all|everything|which|this|they|it) (?:is|are|will be|'s|comes) (?:completely |entirely |also )?free\b(?! (?:on|from|at|to|until|next))|\b(?:at )?no (?:extra |additional |further )?(?:cost|charge)\b|\bcomplimentary\b|\bon the house\b|\bat our (?:own )?expense\b|\b(?:won't|will not|not) (?:be )?charged?\b|\bgratuit\w*|\boffer(?:ts?|tes?)\b|\boffrons\b|\bsans frais\b|\ba nos frais\b|\ben cadeau\b|\ba titre gracieux\b|\bgracieusement\b|\bsans supplement\b/dg,
  ],
  [
    'included',
    /\b(?:is|are|comes) (?:also )?included\b|\bwe include\b|\bincluded (?:in the price|free)\b|(?<!y )(?<!ai )(?<!avons )\b(?:est|sont|sera|seront|etant) (?:egalement |aussi )?(?:inclu(?:s|se|ses)?|compris(?:es?)?)\b/dg,
  ],
  [
    'gift',
    /\b(?:a|small) (?:small |little )?gift\b|\bgift (?:for you|from us)\b|\b(?:un|petit) (?:petit )?cadeau\b|\bsurprise (?:gift|offerte)\b|\bwe (?:will |'ll )?(?:also )?(?:add|throw in) (?:a|an|some)\b/dg,
  ],
  [
    'voucher',
    /\b(?:a |une? )?(?:gift |store )?(?:voucher|gift card|coupon|store credit|promo(?:tional)? code|code promo|bon d'achat|bon de reduction|bon cadeau|cheque[- ]cadeau|carte cadeau)\b|\bcredit (?:you|your account)\b|\bun (?:bon|avoir) de\b/dg,
  ],
  [
    'compensation',
    /\b(?:compensat\w+|entitled to|goodwill gesture|gesture of goodwill|make it up to you|indemni\w+|dedommag\w+|droit a une)\b/dg,
  ],
  [
    'guarantee',
    /\b(?:our |we |i |is |are )?(?:guarantee[ds]?|guaranteed|promise you|you have my word|rest assured)\b|\b(?:we|i) promise\b|\bc'est promis\b|\b(?:nous |vous )?garanti(?:e|es|s|r|ssons|t)?\b|\bgarantis\w*|\bnous (?:vous )?promettons\b|\bnous nous engageons\b|\bje m'engage\b|\bvous avez ma parole\b|\bsans faute\b|\bwithout fail\b/dg,
  ],
  [
    'waive',
    /\bwaiv\w+(?: (?:the|her|his|our|your|all) (?:\w+ )?(?:fee|fees|period|charge|charges|penalty))?|\b(?:cancel|drop|remove) (?:the|all|any) (?:late )?(?:fees?|penalt\w+|charges?)\b|\bannul\w+ (?:les|la|le|des|vos|toutes? les) (?:penalites?|frais|majorations?)|\bexoner\w+|\bsans penalite\b|\brenon\w+ aux? (?:frais|penalites)\b/dg,
  ],
  [
    'replacement',
    /\b(?:a |free )?replac(?:e|ed|ement|ing)\b|\b(?:un |de )?remplac\w+|\bsend you (?:a new|another) (?:one|\w+)\b|\becheang\w+|\bexchange (?:it|them|the)\b/dg,
  ],
  [
    'reservation',
    /\b(?:we|i) (?:have |will |'ll )?(?:reserved?|hold|held|set aside|saved?) (?:it|them|a|one|the|your|two|this)\b|\bis (?:reserved|held) for you\b|\bnous (?:vous )?(?:le |la |les |l')?(?:reserv|bloqu|gard|mett(?:ons)? de cote)\w*|\bvous (?:le |la |les )?reserv\w+|\b(?:est|sont|sera) (?:reserve|bloque)e?s?\b/dg,
  ],
  [
    'courtesy',
    /\b(?:a |loan )?(?:courtesy|loan|hire|rental|replacement) (?:car|vehicle|device|laptop|phone|unit)\b|\b(?:vehicule|voiture|appareil|telephone) de (?:pret|courtoisie|remplacement|location)\b/dg,
  ],
  [
    'express',
    /\b(?:express|overnight|next-day|same-day|priority) (?:delivery|shipping|service|treatment|handling|boarding|access|support|processing|repair)\b|\bupgrad(?:e|ed) (?:you|your|to)\b|\blivraison (?:express|prioritaire|en 24)\b|\ben express\b|\btraitement prioritaire\b|\bsurclass\w+|\ben priorite\b/dg,
  ],
  [
    'pay',
    /\b(?:we|will|insurance) (?:will )?(?:pay|cover|settle|bear) (?:for )?(?:the (?:full|whole|entire)|all|everything|your)\b(?: (?:amount|costs?|damage|bill))?|\b(?:covers?|covered|paid|pay) (?:it )?in full\b|\bpris(?:e|es)? en charge\b|\b(?:prenons|prendrons|prend|prendra)(?: aussi| egalement)? en charge\b(?: les [a-z]+(?: de [a-z]+)?)?/dg,
  ],
  [
    'accepted',
    /\b(?:you (?:have been|are|were)|vous (?:avez ete|etes)) (?:selected|accepted|hired|retenue?|acceptee?|selectionnee?|admise?|embauchee?)\b(?: pour un entretien)?|\bjob offer\b|\bwe (?:hereby )?(?:accept|approve|agree to)\b|\bnous (?:acceptons|approuvons|validons)\b|\bhas approved\b|\ba (?:valide|accepte|approuve) votre\b|\baccepte de\b/dg,
  ],
  ['double', /\b(?:will be |is |be )?doubled\b|\b(?:sera|seront|est) double(?:e|s|es)?\b/dg],
  [
    'available',
    /\b24\/7\b|\b7j?\/7\b|\b24 ?h\/24\b|\bunlimited\b|\billimite\w*|\bfor life\b|\ba vie\b|\blifetime\b/dg,
  ],
  [
    'extension',
    /\b(?:has|have) (?:been )?extended\b|\bwe (?:can |will |'ll )?extend\b|\b(?:nous |avons |a ete )prolong\w+|\bdelai supplementaire\b|\bextra time\b/dg,
  ],
  ['exclusive', /\bexclusiv\w+/dg],
  ['reimbursed travel', /\b(?:frais|deplacement) (?:rembourses?|pris en charge)\b/dg],
]

// A sentence that repeats what the other side asked for or said, and promises nothing.
export const repeats =
  /\b(?:you (?:asked|ask|requested|request|mention(?:ed)?|want|wanted|wrote|would like|wish|say|said|offer(?:ed)?)|your (?:request|question|offer|enquiry|inquiry|proposal)|thank you for|thanks for|regarding|about your|vous (?:demandez|avez demande|souhaitez|souhaitiez|evoquez|mentionnez|proposez|voulez)|votre (?:demande|question|offre|proposition)|merci (?:pour|de)|concernant|au sujet d)/

/** A negation shortly before: "we cannot offer a refund". */
export const negated =
  /(?:\b(?:not|never|cannot|can't|won't|don't|doesn't|isn't|aren't|unable|refuse|unfortunately|pas|jamais|impossible|malheureusement|ne [a-z]+)\b|\bn'[a-z]+)[^.,;:!?\n]{0,40}$|\b(?:no|without|neither|nor|aucune?|sans|ni)(?: [a-z']+)? $/

/** Enough in a source: "repairs are free" founds "the repair is free of charge". */
export const sourceWords: readonly (readonly [concept: string, pattern: RegExp])[] = [
  ['free', /\b(?:is|are) free\b(?! (?:on|from|at|until))/dg],
]
