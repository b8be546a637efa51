import { describe, expect, test } from '@jest/globals';
import type { TypeNode } from 'groq-js';
import { createEvaluatorClient } from '../../../../tests/reference/contentGraph.ts';
import { boolean, document, list, object, reference, slug, text } from '../testing/extracts.ts';
import { importSdl, importTypes } from '../testing/importSdl.ts';

const REQUIRES = '@requiresScopes(scopes: [["read:private"]])';

/** Returns the line of an attribute of a type with a title, imported with documents of these values. */
async function lineOf(
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
  const sdl = await importSdl([document('person', { title: text, [name]: type }), slug], {
    client: createEvaluatorClient(documents),
    public: isPublic ? [`person.${name}`] : [],
  });
  return sdl.split('\n').find((line) => line.trim().startsWith(`${name}:`)) ?? '';
}

interface LineOptions {
  readonly type: TypeNode;
  readonly values: readonly unknown[];
  readonly isPublic: boolean;
}

describe('model import: data about people', () => {
  test.each(
    `email e_mail mail contactEmail emailAddress emails phone phoneNumber telefon mobile whatsapp fax homeAddress address addressLine2
    street zip postalCode birthday dateOfBirth iban passportNumber socialSecurityNumber creditCard bankAccount salary password passwordHash apiKey accessToken`.split(
      /\s+/,
    ),
  )('the attribute %s requires a scope', async (name) => {
    expect(await lineOf(name)).toContain(REQUIRES);
  });

  test.each(
    `title subtitle emailSubject mobileTitle webAddress siteAddress addressee phonetics tokens streetArt biography order`.split(
      ' ',
    ),
  )('the attribute %s is public', async (name) => {
    expect(await lineOf(name)).not.toContain('@requiresScopes');
  });

  test.each([
    ['an e-mail address', 'contact', ['see the page', 'ada@example.org']],
    ['telephone numbers', 'reach', ['+49 30 901820', '030/901-821']],
    ['American telephone numbers', 'reach', ['(212) 555-0121', '212-555-0121', 'Tel. 030/1234561']],
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
    ['some telephone numbers', ['+49 30 901820', 'none']],
  ])('an attribute with %s in its samples is public', async (_kind, values) => {
    expect(await lineOf('note', { values })).not.toContain('@requiresScopes');
  });

  test('Booleans are public, lists and objects are not', async () => {
    expect(await lineOf('email', { type: boolean })).not.toContain('@requiresScopes');
    expect(await lineOf('emails', { type: list(text) })).toContain(REQUIRES);
    expect(await lineOf('address', { type: object({ city: text }) })).toContain(REQUIRES);
  });

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
      { kind: 'private', path: 'formSubmission', text: 'its name is that of data about people' },
      { kind: 'private', path: 'person.email', text: 'an e-mail address, by its name' },
    ]);
  });
});
