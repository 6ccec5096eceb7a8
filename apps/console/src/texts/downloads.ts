import { counted } from '@wardstone/units';

/** Texts of files about a policy or a system. */
export const downloadTexts = {
  action: 'Download',
  selected: 'Download remediation',
  title: 'Download',
  evidence: 'Evidence',
  evidenceHelp: 'Results, verdicts and rules, with the SHA-256 hashes of the results and guides they are based on.',
  plan: 'Plan of action and milestones',
  planHelp: 'Rules that fail, each with its systems, and the owner and due date of its plan.',
  plans: [
    ['poam.csv', 'CSV', 'one line per finding'],
    ['poam.oscal.json', 'OSCAL', 'plan of action and milestones 1.1'],
  ],
  checklist: 'Checklist',
  checklistHelp: 'Every rule with its status and details, for STIG Viewer and STIG Manager.',
  checklists: [
    ['checklist.cklb', 'CKLB', 'for STIG Viewer 3'],
    ['checklist.ckl', 'CKL', 'for STIG Viewer 2'],
  ],
  remediation: 'Remediation',
  remediationHelp: (systems: number | undefined) =>
    `The guide’s fixes for rules that fail on ${systems === undefined ? 'any system' : counted(systems, 'system')}, with a list of those that need a reboot. Review the fixes before you run them. They never run automatically.`,
  withExceptions: 'Include rules with an exception',
  scripts: [
    ['remediation.yml', 'Playbook', 'for Ansible'],
    ['remediation.sh', 'Shell script', 'for bash, run on each system'],
  ],
  at: 'As of',
  atHelp: 'Leave empty for the current state. Otherwise, the latest result of each system at that time.',
  group: 'Inventory group',
  groupHelp: 'Leave empty for all systems of the policy.',
  formats: [
    ['evidence.html', 'HTML', 'one page, for reading and printing'],
    ['evidence.pdf', 'PDF', 'with charts, for printing'],
    ['evidence.csv', 'CSV', 'one line per system and rule'],
    ['evidence.sarif', 'SARIF', '2.1.0, for tools that track findings'],
    ['evidence.oscal.json', 'OSCAL', 'assessment results 1.1'],
  ],
} as const;
