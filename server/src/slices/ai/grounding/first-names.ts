// Common first names, folded: the first word of a sentence is a name if it is one of these.
const names = `
  adam adele adeline adrien agathe agnes ahmed aicha aisha alain alan albert alex alexander alexandra alexandre alexis alice
  alicia alison amadou amanda amelia amelie amina amir amy ana anais andre andrea andrew angela angelique anita ann anna anne
  annick annie anthony antoine anton antonio arnaud arthur asma astrid audrey aurelie aurelien aurore axel barbara baptiste
  bastien beatrice beatriz ben benedicte benjamin benoit berenice bernadette bernard bertrand beth bogdan brian brigitte bruno
  callum camille carla carlos carol carole caroline caspar catherine cathy cecile cedric celia celine chantal charles charlie
  charlotte chloe chris christelle christian christiane christine christophe christopher claude claudia clemence clement
  colette colin coralie corinne cyril damien dan dana daniel daniela danielle dave david deborah delphine denis denise diana
  didier diego dimitri dominique donna doris dylan edouard edward elena eleonore eliane elias elif elisa elisabeth elise
  elizabeth ella ellen elodie eloise elsa emilie emily emma emmanuel emmanuelle enzo eric erica erik ernest esther ethan
  etienne eva evelyne ewa fabien fabienne fabrice fanny farid fatima fatou felix fernand fiona flora florence florent florian
  francis franck francois francoise fred frederic frederique gabriel gabrielle gael gary gaston gautier genevieve geoffrey george
  georges gerald gerard germain ghislaine gilbert gilles giulia gloria gordon greg gregoire gregory guillaume gustave guy
  gwenaelle hadrien hamid hannah hans harold harry hassan heather hector helen helena helene henri henry herve holly hubert
  hugo hugues ian ibrahim ines imogen ingrid irene isaac isabel isabelle ivan jacob jacqueline jacques james jamie jan jana jane
  janet jasmine jason jasper jean jeanne jeff jennifer jenny jeremie jeremy jerome jessica jim joan joanna joel joelle john
  jonas jonathan jordan joris jose joseph josephine josiane josie judith julia julian julie julien juliette justin justine
  kader karen karim karin karine kasia kate katherine kathleen kelly kenneth kevin khadija kim kyle lara laura laure laurence
  laurent lea leah leila lena leo leon leonie leslie liam lilian lina linda lionel lisa lise loic lola lorraine louis louise
  luc luca lucas lucie lucien lucy ludovic luis luke lydia lydie madeleine maeva maelle magali malik manon manuel marcel
  marco marcus margaret margaux maria marianne marie marina marine mario marion marius marta marthe mary mateo mathias mathieu
  mathilde matt matthew matthieu maud maurice max maxime megan mehdi melanie melissa michael michel michele michelle miguel
  mike mireille miriam mohamed mona monica monique morgan morgane mounir muriel myriam nabil nadia nadine nancy naomi natalia
  natalie natasha nathalie nathan neil nicholas nick nicolas nicole nina noah noemie nora noor norbert odile olga oliver
  olivia olivier omar oona oscar pablo pamela pascal pascale patricia patrick paul paula pauline pedro peggy peter philip
  philippe phoebe piotr priya quentin rachel rachid raoul raphael raymond rebecca regine regis remi renaud rene renee ricardo
  richard robert robin rodolphe roger roland romain roman ronald rosa rosalie roxane ruth ryan sabine sabrina sacha salma sam
  samantha samir samuel sandra sandrine sara sarah sasha scott sean sebastian sebastien serge sergio severine sharon sibylle
  sidonie simon simone sofia solange solene sonia sophia sophie stan stanislas stefan stefano stella stephan stephane
  stephanie stephen steve steven stuart susan suzanne sven sylvain sylvie tamara tanguy tania tara tatiana ted teresa tess
  theo theodore theresa therese thibault thierry thomas tim timothy tina tobias todd tom tony trevor tristan valentin valentine
  valerie vanessa vera veronique victoria vincent virginie vivian viviane walter wanda wendy werner wilfried willem william
  xavier yann yannick yasmine yves yvette yvonne zach zoe
`
export const firstNames: ReadonlySet<string> = new Set(names.split(/\s+/).filter(Boolean))
