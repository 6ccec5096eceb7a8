import { counted } from '@wardstone/units';

/** Texts of uploading scan results and guides. */
export const uploadTexts = {
  result: 'Upload result',
  resultTitle: 'Upload a scan result',
  resultHelp:
    'The XML file that oscap xccdf eval writes with --results-arf or --results, or a report of InSpec, kube-bench, Wazuh SCA, Trivy (.json) or Lynis (.dat). Optionally compressed (.gz; XML also .bz2).',
  resultDone: (score: string, failed: number) => `Stored: score ${score}, ${counted(failed, 'failed rule')}.`,
  resultNotApplicable: 'Stored. No rule applies to this system, so it has no score.',
  system: 'System',
  chooseSystem: 'Choose a system',
  guide: 'Upload guide',
  guideTitle: 'Upload a security guide',
  guideHelp:
    'A SCAP source datastream such as ssg-rhel9-ds.xml, or a report of InSpec, kube-bench, Wazuh SCA, Trivy or Lynis, whose rules become the guide. Optionally compressed (.gz).',
  guideDone: (title: string, version: string) => `Imported: ${title}, version ${version}.`,
  checklist: 'Upload checklist',
  checklistTitle: 'Upload a checklist',
  checklistHelp:
    'A CKLB or CKL file of this system from STIG Viewer or STIG Manager, optionally compressed (.gz). Where it differs from the scan, reviews are requested.',
  checklistDone: (rules: number, reviews: number, unknown: number) =>
    `Imported: ${counted(rules, 'rule')}, ${counted(reviews, 'review')} requested` +
    (unknown === 0 ? '.' : `, ${counted(unknown, 'row')} of unknown rules kept.`),
  osMajor: 'OS major version',
  osMajorHelp: 'Needed only if the guide does not state it: the Firefox guide, and reports of other scanners.',
  osMajorMissing: 'The guide does not state the OS major version. Enter it in the field above.',
  replace: 'Replace an existing guide of the same version',
  file: 'File',
  sending: 'Uploading',
  reading: 'Processing',
  start: 'Upload',
  failed: 'Upload failed',
  tooLarge: 'The file is too large. The limit is 128 MiB, and 256 MiB once it is decompressed.',
  largerThan: (mib: number) => `The file is too large. The limit is ${mib} MiB.`,
  stop: 'Stop',
} as const;
