import { NOTIFICATION } from './alert-xml-schemas';
import { LINK } from './xml-elements';
import { collection, type DocumentSchema, type ElementSchema } from './xml-schema';

/** See rule alerts-40. */
const ROTATION: ElementSchema = {
  children: {
    name: ['1', 'string'],
    timeZone: ['1', 'string'],
    turn: ['1', ['DAILY', 'WEEKLY']],
    handOverTime: ['1', 'string'],
    firstDay: ['1', 'string'],
    members: ['*', { children: { userId: ['1', 'int'], login: ['?', 'string'] } }],
    overrides: [
      '*',
      {
        children: {
          userId: ['1', 'int'],
          login: ['?', 'string'],
          startTime: ['1', 'long'],
          endTime: ['1', 'long'],
        },
      },
    ],
    handoverMessage: ['1', 'boolean'],
    testDay: ['?', ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']],
    testTime: ['?', 'string'],
    id: ['1', 'int'],
    links: ['*', LINK],
  },
};

/** See rule alerts-62. */
const PERSON: ElementSchema = {
  children: {
    userId: ['1', 'int'],
    login: ['1', 'string'],
    reachable: ['1', 'boolean'],
    methods: ['*', 'string'],
    problem: ['?', 'string'],
    choosable: ['1', 'boolean'],
  },
};

const PRESENT_SHIFT: ElementSchema = {
  children: {
    ...PERSON.children,
    startTime: ['1', 'long'],
    endTime: ['1', 'long'],
    override: ['1', 'boolean'],
  },
};

const ON_CALL: ElementSchema = {
  children: {
    rotationId: ['1', 'int'],
    rotationName: ['1', 'string'],
    current: ['1', PRESENT_SHIFT],
    next: ['?', PRESENT_SHIFT],
  },
};

/** See rule alerts-63. */
const FEED: ElementSchema = {
  children: {
    rotationId: ['?', 'int'],
    id: ['1', 'int'],
    rotationName: ['?', 'string'],
    createdTime: ['1', 'long'],
    usedTime: ['?', 'long'],
    address: ['?', 'string'],
  },
};

/** See rule alerts-64. */
const MESSAGE: ElementSchema = {
  children: {
    id: ['1', 'int'],
    kind: ['1', ['INCOMING', 'OUTGOING', 'TEST']],
    userId: ['1', 'int'],
    login: ['1', 'string'],
    time: ['1', 'long'],
    attempts: ['1', 'int'],
    state: ['?', 'string'],
    message: ['?', 'string'],
    settled: ['1', 'boolean'],
  },
};

const SHIFT: ElementSchema = {
  children: {
    userId: ['1', 'int'],
    login: ['1', 'string'],
    startTime: ['1', 'long'],
    endTime: ['1', 'long'],
    override: ['1', 'boolean'],
  },
};

/** See rule alerts-41. */
const ESCALATION: ElementSchema = {
  children: {
    name: ['1', 'string'],
    steps: ['*', { children: { afterMinutes: ['1', 'int'], receivers: ['*', NOTIFICATION] } }],
    repeatMinutes: ['1', 'int'],
    repeatTimes: ['1', 'int'],
    id: ['1', 'int'],
    links: ['*', LINK],
  },
};

const OF_DEFINITION: ElementSchema = {
  children: {
    definitionId: ['1', 'int'],
    escalationId: ['1', 'int'],
    escalationName: ['?', 'string'],
    inherited: ['1', 'boolean'],
  },
};

/** See rule alerts-42. */
export const QUIET_HOURS: ElementSchema = {
  children: {
    timeZone: ['1', 'string'],
    startTime: ['1', 'string'],
    endTime: ['1', 'string'],
    days: ['*', ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']],
    urgentPriority: ['1', ['HIGH', 'MEDIUM', 'LOW']],
  },
};

const GROUPING: ElementSchema = {
  children: {
    definitionId: ['1', 'int'],
    grouping: ['1', ['CAUSE', 'DEFINITION', 'GROUP', 'HOST']],
    chosen: ['1', 'boolean'],
    inherited: ['1', 'boolean'],
  },
};

export const XML_OF_ON_CALL_READS: Readonly<Record<string, DocumentSchema>> = {
  listOnCall: collection('onCall', ON_CALL),
  listOnCallPeople: collection('person', PERSON),
  listCalendarFeeds: collection('calendarFeed', FEED),
  listRotationMessages: collection('onCallMessage', MESSAGE),
  listRotations: collection('rotation', ROTATION),
  getRotation: { root: 'rotation', element: ROTATION },
  getOnCall: { root: 'shift', element: SHIFT },
  getRotationCalendar: collection('shift', SHIFT),
  listEscalations: collection('escalation', ESCALATION),
  getEscalation: { root: 'escalation', element: ESCALATION },
  getEscalationOfDefinition: { root: 'definitionEscalation', element: OF_DEFINITION },
  getGroupingOfDefinition: { root: 'definitionGrouping', element: GROUPING },
  getQuietHours: { root: 'quietHours', element: QUIET_HOURS },
};

export const XML_OF_ON_CALL_WRITES: Readonly<Record<string, DocumentSchema>> = {
  addOnCallPerson: { root: 'person', element: PERSON },
  createCalendarFeed: { root: 'calendarFeed', element: FEED },
  createRotation: { root: 'rotation', element: ROTATION },
  updateRotation: { root: 'rotation', element: ROTATION },
  createEscalation: { root: 'escalation', element: ESCALATION },
  updateEscalation: { root: 'escalation', element: ESCALATION },
  setEscalationOfDefinition: { root: 'definitionEscalation', element: OF_DEFINITION },
  setGroupingOfDefinition: { root: 'definitionGrouping', element: GROUPING },
  setQuietHours: { root: 'quietHours', element: QUIET_HOURS },
};
