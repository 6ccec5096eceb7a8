import { numberText } from '@wardstone/units';

/** Words of changes, which several areas show. */
export const auditTexts = {
  verbs: { POST: 'created', PUT: 'changed', PATCH: 'changed', DELETE: 'deleted' } as Readonly<Record<string, string>>,
  /** Verbs for changes of these objects. */
  done: { incident: 'resolved', alert: 'acknowledged', alerts: 'acknowledged', operation: 'started' } as Readonly<
    Record<string, string>
  >,
  nouns: {
    alertDefinition: 'Alert definition',
    alert: 'Alert',
    alerts: 'Alerts',
    groupDefinition: 'Group definition',
    group: 'Group',
    resource: 'Resource',
    resources: 'Resources',
    operation: 'Operation',
    schedule: 'Schedule',
    silence: 'Silence',
    incident: 'Incident',
    rotation: 'Rotation',
    escalation: 'Escalation policy',
    quietHours: 'Quiet hours',
    contactMethod: 'Contact method',
    metricData: 'Metric data',
    plugin: 'Plugin',
    tailoring: 'Tailoring',
    policy: 'Policy',
    system: 'System',
    guide: 'Security guide',
    account: 'Account',
    token: 'Token',
    joinToken: 'Join token',
    agent: 'Agent',
    agentReport: 'Agent report',
    session: 'Session',
    error: 'Error type',
  },
  change: (field: string) => `${field} from`,
  to: 'to',
  none: '–',
  yes: 'yes',
  no: 'no',
  seconds: (count: number) => `${count} s`,
  more: (count: number) => `and ${numberText(count)} more`,
} as const;
