import { describe, expect, test } from '@jest/globals';
import type { TypeNode } from 'groq-js';
import { createEvaluatorClient } from '../../../../tests/reference/contentGraph.ts';
import {
  boolean,
  declaredObject,
  document,
  image,
  inline,
  item,
  list,
  number,
  object,
  reference,
  richText,
  slug,
  text,
} from '../testing/extracts.ts';
import { importSdl, importTypes } from '../testing/importSdl.ts';

const REQUIRES = '@requiresScopes(scopes: [["read:private"]])';

/** Returns the line of an attribute of a type with a title, imported with documents of these values. */
async function lineOf(name: string, options: Partial<LineOptions> = {}): Promise<string> {
  const sdl = await personSdl(name, options);
  return sdl.split('\n').find((line) => line.trim().startsWith(`${name}:`)) ?? '';
}

/** Returns the SDL of a type with a title and an attribute, imported with documents of these values. */
function personSdl(
  name: string,
  { type = text, values = [] as readonly unknown[], isPublic = false }: Partial<LineOptions> = {},
): Promise<string> {
  const documents = values.map((value, i) => ({
    _id: `p${i}`,
    _type: 'person',
    _createdAt: '2026-01-01T00:00:00Z',
    _updatedAt: '2026-01-01T00:00:00Z',
    [name]: value,
  }));
  return importSdl([document('person', { title: text, [name]: type }), slug], {
    client: createEvaluatorClient(documents),
    public: isPublic ? [`person.${name}`] : [],
  });
}

interface LineOptions {
  readonly type: TypeNode;
  readonly values: readonly unknown[];
  readonly isPublic: boolean;
}

describe('model import: data about people', () => {
  test.each(
    `email e_mail mail contactEmail emailAddress emails phone phoneNumber telefon mobile whatsapp fax homeAddress address addressLine2
    e-mail EMail eMailAddress email2 customer_email emailaddress userMail phonenumber phone_number mobilePhone cellPhone homePhone phonePrivate telefonnummer
    handy handynummer telefonoMovil telefono telephone téléphone numeroDeTelefono telefoonnummer mobiel mobilnummer telemovel celular correo
    correoElectronico courriel epost e-post adresse anschrift strasse straße hausnummer plz codePostal direccion indirizzo adres endereco morada
    geburtsdatum dateDeNaissance fecha_nacimiento dataDiNascita geboortedatum fodselsdato fødselsdato dataNascimento
    ip ipAddress clientIP remote_ip userAgent userId user_id userID stripeCustomerId customerId memberNumber visitorId authorUserId auth0Id kundennummer
    Kunden-Nr usuarioId fingerprint browserFingerprint sessionId session_id deviceId cookieId userAgentString remoteAddr pushToken ipAddresses user_uuid nationalId personnummer dni codiceFiscale steuerId passport
    replyTo emailList contactNumber pwd jwt geboorteDatum adresseLigne1 direccionEnvio indirizzoSpedizione
    internalNotes internalComment adminNotes editorNotes staff_notes interneNotiz interneBemerkungen notesInternes notasInternas noteInterne
    allergies medicalNotes healthInsurance bloodType secret clientSecret apiToken api_key privateKey refreshToken passwort motDePasse contraseña wachtwoord
    street zip postalCode birthday dateOfBirth iban passportNumber socialSecurityNumber creditCard bankAccount salary password passwordHash apiKey accessToken`.split(
      /\s+/,
    ),
  )('the attribute %s requires a scope', async (name) => {
    const lines = (await personSdl(name)).split('\n');
    expect(lines.filter((line) => line.includes(REQUIRES))).toEqual([
      expect.stringMatching(/^ {2}\w+: String /),
    ]);
  });

  test.each(
    `title subtitle emailSubject mobileTitle webAddress siteAddress addressee phonetics tokens streetArt biography order
    microphone headphones smartphone phonetics emailTemplate emailTitle ingredients keyword keywords publicKey monkey tipId shipAt zipper description
    id uid sessionTitle deviceName fingerprintReader trackingId analyticsId videoId playlistId productId orderNumber memberSince userCount customerQuote cookiePolicy
    notes note comment comments internalLink internalTitle internalName editorName editorComments2Title staffCount adminColor releaseNotes tastingNotes
    secretIngredient tokenCount mobileImage faxonomy healthy street_view city country born nationality`.split(
      /\s+/,
    ),
  )('the attribute %s is public', async (name) => {
    expect(await lineOf(name)).not.toContain('@requiresScopes');
  });

  test.each([
    ['an e-mail address', 'contact', ['see the page', 'ada@example.org']],
    ['telephone numbers', 'reach', ['+49 30 901820', '030/901-821']],
    ['American telephone numbers', 'reach', ['(212) 555-0121', '212-555-0121', 'Tel. 030/1234561']],
    ['a telephone number in half of the texts', 'reach', ['+49 30 901820', 'none']],
    ['telephone numbers of France', 'reach', ['06 12 34 56 78']],
    ['an address with a name', 'contact', ['Ada Kolb <ada@example.org>']],
    ['several addresses', 'contact', ['ada@example.org; jon@example.org']],
    ['a written-out address', 'contact', ['ada [at] example.org']],
    ['a bank account', 'account', ['DE89 3704 0044 0532 0130 00']],
    ['a hash of a password', 'login', ['$2b$10$N9qo8uLOickgx2ZMRZoMye']],
    ['a secret', 'integration', ['sk_live_0123456789abcdef']],
    ['a private key', 'integration', ['-----BEGIN PRIVATE KEY-----\nMIIE']],
    ['a password in a URL', 'integration', ['https://user:word@example.org/']],
  ])('an attribute with %s in its samples requires a scope', async (_kind, name, values) => {
    expect(await lineOf(name, { values })).toContain(REQUIRES);
  });

  test.each([
    ['dates', ['2026-01-31', '0026-01-31']],
    ['ISBN', ['978-3-16-148410-0']],
    ['texts that mention an address', ['write to ada@example.org for tickets']],
    ['a telephone number among other texts', ['+49 30 901820', 'none', 'see below']],
    ['days', ['01.02.2026', '5/12/2024']],
    ['opening hours', ['09.00-17.00', '0900 - 1200']],
    ['article numbers', ['012345678905', '0-306-40615-2', '0.12345678']],
    ['addresses of profiles', ['https://www.youtube.com/@some.channel', '@ada@mastodon.social']],
    ['links to write to', ['mailto:info@example.org', 'tel:+4930901820']],
  ])('an attribute with %s in its samples is public', async (_kind, values) => {
    expect(await lineOf('note', { values })).not.toContain('@requiresScopes');
  });

  test('Booleans are public, lists and objects are not', async () => {
    expect(await lineOf('email', { type: boolean })).not.toContain('@requiresScopes');
    expect(await lineOf('emails', { type: list(text) })).toContain(REQUIRES);
    expect(await lineOf('address', { type: object({ city: text }) })).toContain(REQUIRES);
    expect(await lineOf('address', { type: richText() })).toContain(REQUIRES);
  });

  test.each([
    ['texts', list(text), [['Ada', 'ada@example.org']]],
    ['objects', list(object({ who: text, a: text })), [[{ who: 'ada@example.org', a: 'b' }]]],
    ['values by language', object({ en: text, de: text }), [{ en: 'see below', de: 'ada@example.org' }]],
    ['values without a type', { type: 'unknown' } as const, [{ reply: { to: 'ada@example.org' } }]],
  ])(
    'an attribute with an e-mail address in a sample of %s requires a scope',
    async (_name, type, values) => {
      const sdl = await personSdl('note', { type, values });
      expect(sdl.match(/^ {2}(note|who): .*@requiresScopes/gm)).toHaveLength(1);
    },
  );

  test('the user publishes an attribute by its path', async () => {
    expect(await lineOf('email', { isPublic: true })).not.toContain('@requiresScopes');
  });

  test.each(['formSubmission', 'workshopRegistration', 'order', 'orders', 'newsletter-subscriber', 'rsvp'])(
    'the type %s requires a scope, and neither search nor other types show it',
    async (name) => {
      const declarations = [
        document(name, { title: text, post: reference('post') }),
        document('post', { title: text, first: reference(name) }),
      ];
      const sdl = await importSdl(declarations);
      const lines = sdl.split('\n');
      expect(lines.find((line) => /^type (?!Post )/.test(line))).toContain(REQUIRES);
      expect(lines.filter((line) => line.includes('@searchable'))).toHaveLength(1);
      expect(sdl.slice(sdl.indexOf('type Post '))).not.toContain('@inverse');
      expect(await importSdl(declarations, { public: [name] })).not.toContain('@requiresScopes');
    },
  );

  test.each(['post', 'orderPage', 'contactForm', 'memberBenefit', 'person'])(
    'the type %s is public',
    async (name) => {
      expect(await importSdl([document(name, { title: text })])).not.toContain('@requiresScopes');
    },
  );

  test('a type whose name in search would be private requires the scope itself', async () => {
    const sdl = await importSdl([document('guest', { name: text, city: text })], {
      client: createEvaluatorClient([
        {
          _id: 'a',
          _type: 'guest',
          _createdAt: '2026-01-01T00:00:00Z',
          _updatedAt: '2026-01-01T00:00:00Z',
          name: 'ada@example.org',
        },
      ]),
    });
    expect(sdl).toContain(`type Guest @document ${REQUIRES}`);
    expect(sdl).not.toContain('@searchable');
  });

  test('the report lists the places with reasons', async () => {
    const { report } = await importTypes([
      document('formSubmission', { message: text }),
      document('person', { name: text, email: text }),
    ]);
    expect(report.notes.filter(({ kind }) => kind === 'private')).toEqual([
      { kind: 'private', path: 'formSubmission', text: 'data about people, by its name' },
      { kind: 'private', path: 'person.email', text: 'an e-mail address, by its name' },
    ]);
  });

  const protects = async (type: string, fields: Parameters<typeof document>[1], isInside = false) => {
    const sdl = await importSdl([document(type, fields), slug]);
    return isInside ? sdl.includes('@requiresScopes') : /^type .*@requiresScopes/m.test(sdl);
  };

  test.each(
    `submission form-submission contact_submission contactFormEntry formResponse eventRegistrations jobApplication orders order_item
    bookings tableReservation newsletterSubscribers mailingListEntry members customer customers users leads enquiries productInquiry rsvps RSVPs
    votes payments invoices donations supportTicket signUps waitlistEntry participant attendee callbackRequest
    kontaktanfrage kontaktAnfragen kursanmeldung Bestellung bestellungen buchungen bewerbungen teilnehmerin kunden newsletterAbonnenten rechnungen
    spenden nachrichten inscription inscriptions commande réservations demandeDeContact candidatures abonnés clients utilisateurs factures paiements
    inscripciones pedido pedidos solicitudes suscriptores clientes usuarios donaciones mensajes
    iscrizioni ordine ordini prenotazioni richieste iscritti clienti utenti messaggi
    inschrijving inschrijvingen bestellingen boekingen aanvragen klanten gebruikers deelnemers berichten
    påmelding pameldinger bestillinger reservasjoner søknad henvendelser abonnenter kunder brukere medlemmer
    mensajeContacto inscriptionNewsletter demandeDevis registroEvento iscrizioneNewsletter petitionSignature surveyAnswers shippingAddress accessToken
    benutzerkonto newsletterEmpfänger offerteaanvraag inscritos
    inscrições inscricoes pedidosDeCliente encomendas assinantes utilizadores mensagens doações cadastros`.split(
      /\s+/,
    ),
  )('the type %s requires a scope', async (name) => {
    expect(await protects(name, { name: text })).toBe(true);
  });

  test.each(
    `post page article product author person teamMember boardMembers staffMember ingredient border recorder leader contactForm orderForm
    registrationPage bookingSettings paymentMethod subscriptionPlan ticketType voteOption memberBenefit designToken testimonial faq location
    siteSettings navigation menuItem listItem formField userGuide messageTemplate recipe event session rating comment bestellformular inscriptionPage bestellungArt commandeStatus secretPlace quiz survey`.split(
      /\s+/,
    ),
  )('the type %s is public by its name', async (name) => {
    expect(await protects(name, { name: text, phase: text })).toBe(false);
  });

  test.each([
    ['member', { name: text, role: text, photo: image() }],
    ['members', { name: text, slug: inline('slug') }],
    ['customer', { name: text, logo: image(), quote: text }],
    ['user', { name: text, slug: inline('slug'), biography: richText() }],
    ['newsletter', { title: text, slug: inline('slug'), body: richText() }],
    ['application', { title: text, icon: image() }],
    ['ticket', { title: text, price: number }],
    ['guest', { name: text, portrait: image() }],
  ])('the type %s is public if a site shows it', async (name, fields) => {
    expect(await protects(name, fields)).toBe(false);
  });

  test.each([
    ['customer', { name: text, avatar: image(), email: text }],
    ['user', { name: text, slug: inline('slug'), phone: text }],
    ['guest', { name: text, photo: image(), address: text }],
    ['inbox', { from: text, email: text, message: text }],
    ['lead2024', { who: text }],
    ['callback', { phone: text, submittedAt: text }],
    ['kontaktformular', { name: text, mail: text, nachricht: text }],
    ['visit', { who: text, mail: text, consent: boolean }],
  ])('the type %s requires a scope by its attributes', async (name, fields) => {
    expect(await protects(name, fields)).toBe(true);
  });

  test.each([
    ['member', { name: text, role: text, photo: image(), email: text }],
    ['comment', { name: text, email: text, comment: text }],
    ['author', { name: text, email: text, image: image() }],
    ['page', { title: text, form: object({ recipientEmail: text }) }],
    ['siteSettings', { title: text, notificationEmail: text }],
    ['comment', { body: text, post: text, fingerprint: text }],
    ['author', { name: text, image: image(), userId: text }],
    ['siteSettings', { title: text, contact: object({ email: text }), apiKey: text }],
    ['artwork', { title: text, loan: object({ contact: object({ mail: text }) }) }],
  ])('of the type %s, only the attributes require a scope', async (name, fields) => {
    expect(await protects(name, fields)).toBe(false);
    expect(await protects(name, fields, true)).toBe(true);
  });

  test.each([
    ['settings', { title: text, email: text, phone: text, address: text, iban: text }],
    [
      'siteSettings',
      {
        title: text,
        contact: object({ email: text, phoneNumber: text, address: object({ street: text, zip: text }) }),
      },
    ],
    ['venue', { name: text, address: text, phone: text }],
    ['shop', { name: text, address: object({ street: text, postalCode: text }), telefon: text }],
    ['company', { name: text, phone: text, email: text }],
    ['standort', { name: text, anschrift: text, telefon: text }],
    ['negozio', { name: text, indirizzo: text, telefono: text }],
    ['peak', { name: text, address: text, position: object({ lat: number, lng: number }, 'geopoint') }],
    ['event', { title: text, address: text }],
    ['page', { title: text, supportEmail: text, venueAddress: text }],
    ['page', { title: text, footer: object({ email: text, phone: text }) }],
    ['page', { title: text, grid: object({ mobile: text, desktop: text }) }],
    ['job', { title: text, salary: text }],
    ['designToken', { name: text, token: text, tokens: list(text) }],
    ['category', { title: text, orderRank: text, order: number, webAddress: text }],
    ['dish', { name: text, allergens: list(text), description: text }],
  ])('the type %s and its attributes are public', async (name, fields) => {
    expect(await protects(name, fields, true)).toBe(false);
  });

  test('an object of a place is public, and an object that a person has too is not', async () => {
    const contactData = declaredObject('contactData', { email: text });
    const venue = document('venue', { name: text, contact: inline('contactData') });
    const person = document('person', { name: text, contact: inline('contactData') });
    expect(await importSdl([venue, contactData])).not.toContain('@requiresScopes');
    expect(await importSdl([venue, person, contactData])).toContain(`email: String ${REQUIRES}`);
  });

  test('attributes of objects in rich text stay public with the text, and the report says so', async () => {
    const card = declaredObject('card', { reach: object({ email: text }) });
    const declarations = [document('post', { title: text, body: richText([item('card')]) }), card];
    expect(await importSdl(declarations)).not.toContain('@requiresScopes');
    const { report } = await importTypes(declarations);
    expect(report.notes).toContainEqual({
      kind: 'guess',
      path: 'CardReach.email',
      text: 'public, although it is an e-mail address, by its name, because rich text contains the object; require a scope on the text',
    });
  });

  test('the user publishes a type without the attributes that require a scope by themselves', async () => {
    const declarations = [document('order', { title: text, email: text })];
    const sdl = await importSdl(declarations, { public: ['order'] });
    expect(sdl).toContain('type Order @document {');
    expect(sdl).toContain(`email: String ${REQUIRES}`);
    expect(await importSdl(declarations, { public: ['order', 'order.email'] })).not.toContain(REQUIRES);
  });
});
