/** Words of the overview. */
export const overviewTexts = {
  title: 'Overview',
  waiting: {
    title: (count: number) => (count === 1 ? '1 host waits to be imported' : `${count} hosts wait to be imported`),
    names: (names: readonly string[], count: number) =>
      count > names.length ? `${names.join(', ')} and ${count - names.length} more` : names.join(', '),
    body: 'Their agents report, but the hosts are not monitored until you import them.',
    ask: 'They are not monitored yet. Ask an administrator to import them.',
    import: (count: number) => (count === 1 ? 'Import the host' : `Import ${count} hosts`),
    queue: 'Discovery queue',
  },
  resources: {
    title: 'Resources',
    all: 'Inventory',
  },
  problems: {
    title: 'Firing problems',
    all: 'All problems',
    apart: (count: number, state: string) => `${count} ${state.toLowerCase()}`,
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
    more: 'By time',
    times: (count: number) => `× ${count}`,
    none: 'No problems.',
  },
  systems: {
    title: 'Systems and policies',
    all: 'Compliance',
    policies: 'Policies',
    below: 'Non-compliant',
    silent: 'Never reported',
    /** The numbers are of these alone. */
    ofWorst: (count: number) => `Of the ${count} policies with the lowest compliance`,
  },
  policies: {
    title: 'Compliance of each policy',
    name: 'Policy',
    compliant: 'Compliant',
    systems: 'Systems',
    below: 'Non-compliant',
    silent: 'Never reported',
    more: (count: number) => `All ${count} policies`,
    percent: (title: string, percent: number) => `${title}: ${percent} % of the systems comply`,
    empty: { title: 'No policies yet', body: 'Systems are checked against policies.', next: 'Create a policy' },
  },
  changes: {
    title: 'Changes of the last 24 hours',
    more: 'Audit log',
    by: (who: string) => `by ${who}`,
    anonymous: 'an anonymous caller',
    none: 'Nothing was changed.',
  },
  steps: {
    title: 'Next steps',
    done: 'Done',
    open: 'Open',
    agent: {
      title: 'Add a machine',
      body: 'Create a join token, and start an agent with it on the machine. It reports its resources by itself.',
      action: 'Join tokens',
    },
    policy: {
      title: 'Check systems against a policy',
      body: 'Upload a security guide, and create a policy from one of its profiles.',
      action: 'Compliance',
    },
    alert: {
      title: 'Get notified about problems',
      body: 'Add a notification to one of the alert definitions that come with the product, or define your own.',
      action: 'Alert definitions',
    },
  },
} as const;
