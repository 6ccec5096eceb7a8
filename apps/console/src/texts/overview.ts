import { counted, numberText } from '@wardstone/units';

/** Texts of the overview. */
export const overviewTexts = {
  title: 'Overview',
  waiting: {
    title: (count: number) => `${counted(count, 'host')} waiting for import`,
    names: (names: readonly string[], count: number) =>
      count > names.length ? `${names.join(', ')} and ${numberText(count - names.length)} more` : names.join(', '),
    body: 'Their agents report, but the hosts are not monitored until you import them.',
    ask: 'They are not monitored yet. Ask an administrator to import them.',
    import: (count: number) => `Import ${counted(count, 'host')}`,
    queue: 'Discovery queue',
  },
  resources: {
    title: 'Resources',
    all: 'Inventory',
  },
  problems: {
    title: 'Firing problems',
    all: 'All problems',
    apart: (count: number, state: string) => `${numberText(count)} ${state.toLowerCase()}`,
  },
  hosts: {
    title: 'Worst hosts',
    more: 'All problems',
    host: 'Host',
    worst: 'Most severe problem',
    acknowledged: 'Acknowledged',
    held: 'Silenced or suppressed',
    none: 'No host has a problem.',
  },
  newest: {
    title: 'Newest problems',
    more: 'All, newest first',
    times: (count: number) => `× ${count}`,
    none: 'No problems.',
  },
  systems: {
    title: 'Systems and policies',
    all: 'Compliance',
    policies: 'Policies',
    below: 'Non-compliant',
    silent: 'Never reported',
    /** Shown if the numbers cover only some policies. */
    ofWorst: (count: number) => `For the ${numberText(count)} policies with the lowest compliance`,
  },
  policies: {
    title: 'Compliance by policy',
    name: 'Policy',
    compliant: 'Compliant',
    systems: 'Systems',
    below: 'Non-compliant',
    silent: 'Never reported',
    more: (count: number) => `All ${numberText(count)} policies`,
    percent: (title: string, percent: number) => `${title}: ${percent} % of systems are compliant`,
    empty: { title: 'No policies yet', body: 'Systems are checked against policies.', next: 'Create a policy' },
  },
  changes: {
    title: 'Changes in the last 24 hours',
    more: 'Audit log',
    by: (who: string) => `by ${who}`,
    anonymous: 'an anonymous caller',
    none: 'No changes.',
  },
  steps: {
    title: 'Next steps',
    done: 'Done',
    open: 'Open',
    agent: {
      title: 'Add a machine',
      body: 'Create a join token and start an agent with it on the machine. The agent reports the resources of the machine.',
      action: 'Join tokens',
    },
    policy: {
      title: 'Check systems against a policy',
      body: 'Upload a security guide and create a policy from one of its profiles.',
      action: 'Compliance',
    },
    alert: {
      title: 'Get notified about problems',
      body: 'Add a notification to one of the alert definitions that come with the product, or define your own.',
      action: 'Alert definitions',
    },
  },
} as const;
