import type { Language, Person } from './people.ts'

export type Supplier = Person & { company: string; prefix: string; language: Language; ware: string }

export const suppliers: Supplier[] = [
  {
    name: 'Avonside Glassworks',
    company: 'Avonside Glassworks',
    email: 'billing@avonside-glass.example',
    prefix: 'AG',
    language: 'en',
    ware: 'blown glass shades',
  },
  {
    name: 'Cuivrerie du Rhône',
    company: 'Cuivrerie du Rhône',
    email: 'facturation@cuivrerie-rhone.example',
    prefix: 'CR',
    language: 'fr',
    ware: 'tubes de cuivre',
  },
  {
    name: 'Brightline Components',
    company: 'Brightline Components',
    email: 'accounts@brightline.example',
    prefix: 'BL',
    language: 'en',
    ware: 'LED modules and drivers',
  },
  {
    name: 'Imprimerie Saint-Paul',
    company: 'Imprimerie Saint-Paul',
    email: 'compta@imprimerie-saint-paul.example',
    prefix: 'SP',
    language: 'fr',
    ware: 'catalogues et étiquettes',
  },
  {
    name: 'Harbour Freight Lines',
    company: 'Harbour Freight Lines',
    email: 'invoices@harbourfreight.example',
    prefix: 'HF',
    language: 'en',
    ware: 'deliveries',
  },
]
