import { MAP, NOTIFICATION_TEST } from './alert-xml-schemas';
import { QUIET_HOURS } from './on-call-xml-schemas';
import { LINK } from './xml-elements';
import { collection, type DocumentSchema, type ElementSchema } from './xml-schema';

const KIND = ['1', ['EMAIL', 'NTFY', 'WEB_PUSH', 'SLACK', 'TEAMS', 'SMS', 'VOICE', 'WEBHOOK']] as const;

/** See rule alerts-55. */
const CONTACT_METHOD: ElementSchema = {
  children: {
    kind: KIND,
    label: ['1', 'string'],
    config: ['1', MAP],
    delayMinutes: ['1', 'int'],
    quietHours: ['?', QUIET_HOURS],
    id: ['1', 'int'],
    verified: ['1', 'boolean'],
    problem: ['?', 'string'],
    links: ['*', LINK],
  },
};

const CONTACT_KIND: ElementSchema = {
  children: {
    kind: KIND,
    label: ['1', 'string'],
    description: ['1', 'string'],
    problem: ['?', 'string'],
    properties: [
      '*',
      {
        children: {
          name: ['1', 'string'],
          type: ['1', 'string'],
          label: ['1', 'string'],
          help: ['?', 'string'],
          required: ['1', 'boolean'],
          choices: ['*', { children: { value: ['1', 'string'], label: ['1', 'string'] } }],
        },
      },
    ],
    applicationServerKey: ['?', 'string'],
  },
};

export const XML_OF_CONTACT_READS: Readonly<Record<string, DocumentSchema>> = {
  listContactMethods: collection('contactMethod', CONTACT_METHOD),
  listContactKinds: collection('contactKind', CONTACT_KIND),
};

const ONE: DocumentSchema = { root: 'contactMethod', element: CONTACT_METHOD };
const TEST: DocumentSchema = { root: 'notificationTest', element: NOTIFICATION_TEST };

export const XML_OF_CONTACT_WRITES: Readonly<Record<string, DocumentSchema>> = {
  createContactMethod: ONE,
  updateContactMethod: ONE,
  verifyContactMethod: ONE,
  sendContactCode: TEST,
  testContactMethod: TEST,
};
