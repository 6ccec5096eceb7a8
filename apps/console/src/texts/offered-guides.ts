import { counted } from '@wardstone/units';

/** Texts of guides that hosts offer. */
export const offeredGuideTexts = {
  title: 'Guides on your hosts',
  help: 'Agents found these guides of scap-security-guide for the operating systems of their hosts. Import one to make policies of it.',
  file: 'File',
  digest: (sha256: string) => `SHA-256 ${sha256}`,
  hosts: 'Hosts',
  onHosts: (names: readonly string[], count: number) =>
    count > names.length ? `${names.join(', ')} and ${counted(count - names.length, 'other host')}` : names.join(', '),
  state: 'State',
  states: { offered: 'Not imported', requested: 'Waiting for a host', failed: 'Not imported' },
  actions: 'Actions',
  import: 'Import',
  question: (file: string) => `Import ${file}?`,
  questionBody:
    'One of the hosts sends the file within a minute or two. It is imported only with this digest, and checked like any upload.',
} as const;
