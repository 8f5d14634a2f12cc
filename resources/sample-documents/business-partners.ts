import type { InvoiceLine, Party } from './invoice-fields.ts';

type Supplier = {
  readonly party: Party;
  readonly language: 'de' | 'en';
  readonly currency: string;
  readonly articles: readonly SupplierArticle[];
};
/** What a supplier sells: an invoice line before anybody has ordered a quantity of it. */
export type SupplierArticle = Pick<
  InvoiceLine,
  'articleNumber' | 'description' | 'unit' | 'unitPriceCents' | 'taxPercent'
>;

const article = (
  articleNumber: string,
  description: string,
  unitPriceCents: number,
  taxPercent = 19,
  unit: InvoiceLine['unit'] = 'H87',
): SupplierArticle => ({ articleNumber, description, unitPriceCents, taxPercent, unit });

/** The company that receives the post in all samples. All companies and people here are invented. */
export const BUYER: Party = {
  name: 'Hansen & Söhne GmbH',
  street: 'Speicherallee 12',
  postCode: '20457',
  city: 'Hamburg',
  country: 'DE',
  vatId: 'DE811000001',
  contact: 'Silke Böttcher',
  phone: '+49 40 5550100',
  email: 'rechnung@hansen-soehne.example',
};

/** Suppliers by a short name, each with what it sells. */
export const SUPPLIERS = {
  kraus: {
    party: {
      name: 'Kraus Elektrotechnik e. K.',
      street: 'Am Hafenbecken 7',
      postCode: '21107',
      city: 'Hamburg',
      country: 'DE',
      vatId: 'DE811000002',
      contact: 'Jörg Kraus',
      phone: '+49 40 5550207',
      email: 'buero@kraus-elektro.example',
    },
    language: 'de',
    currency: 'EUR',
    articles: [
      article('KE-1040', 'Leitungsschutzschalter B16', 1_185),
      article('KE-2210', 'Mantelleitung NYM-J 3x1,5', 139, 19, 'MTR'),
      article('KE-0001', 'Monteurstunde', 6_450, 19, 'HUR'),
      article('KE-3307', 'Aufputz-Steckdose IP44', 984),
      article('KE-4120', 'LED-Feuchtraumleuchte 120 cm', 3_890),
    ],
  },
  papier: {
    party: {
      name: 'Papier Union Nord GmbH',
      street: 'Bogenstraße 48',
      postCode: '22869',
      city: 'Schenefeld',
      country: 'DE',
      vatId: 'DE811000003',
      contact: 'Änne Großkopf',
      phone: '+49 40 5550348',
      email: 'faktura@papier-union-nord.example',
    },
    language: 'de',
    currency: 'EUR',
    articles: [
      article('55-100', 'Kopierpapier A4 80 g, 500 Blatt', 429),
      article('55-214', 'Versandtaschen C4, 250 Stück', 2_790),
      article('55-377', 'Thermorollen 80 mm', 119),
      article('90-012', 'Fachbuch Zollrecht', 4_980, 7),
    ],
  },
  mueller: {
    party: {
      name: 'Müller & Söhne Möbelwerkstätten KG',
      street: 'Tischlerweg 3',
      postCode: '32657',
      city: 'Lemgo',
      country: 'DE',
      vatId: 'DE811000004',
      contact: 'Günther Müller',
      phone: '+49 5261 555010',
      email: 'versand@mueller-soehne.example',
    },
    language: 'de',
    currency: 'EUR',
    articles: [
      article('M-801', 'Schreibtisch Eiche 160 x 80', 64_900),
      article('M-233', 'Rollcontainer weiß', 18_950),
      article('M-415', 'Aktenschrank mit Rolltür', 41_200),
    ],
  },
  northgate: {
    party: {
      name: 'Northgate Marine Supplies Ltd',
      street: '21 Harbour Road',
      postCode: 'HU1 2BN',
      city: 'Hull',
      country: 'GB',
      vatId: 'GB999000005',
      contact: 'Olivia Ashdown',
      phone: '+44 1482 555012',
      email: 'accounts@northgate-marine.example',
    },
    language: 'en',
    currency: 'GBP',
    articles: [
      article('NM-77', 'Mooring rope 24 mm', 865, 20, 'MTR'),
      article('NM-102', 'Stainless shackle 10 mm', 1_240, 20),
      article('NM-310', 'Fender, inflatable', 4_575, 20),
      article('NM-900', 'Safety handbook', 1_800, 0),
    ],
  },
  blueheron: {
    party: {
      name: 'Blue Heron Software B.V.',
      street: 'Keizersgracht 9001',
      postCode: '1017 AA',
      city: 'Amsterdam',
      country: 'NL',
      vatId: 'NL999000006B01',
      contact: 'Femke de Wit',
      phone: '+31 20 5550160',
      email: 'billing@blueheron.example',
    },
    language: 'en',
    currency: 'EUR',
    articles: [
      article('BH-SEAT', 'Subscription, per seat and month', 1_900, 21),
      article('BH-SUP', 'Support hour', 11_500, 21, 'HUR'),
      article('BH-API', 'Interface package', 24_900, 21),
    ],
  },
} as const satisfies Record<string, Supplier>;

/** The short name of a supplier. */
export type SupplierName = keyof typeof SUPPLIERS;
