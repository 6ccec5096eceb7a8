import { REPORT_TYPES, xmlDocument } from './document-upload.decorator';

const SMALLEST_KUBE_BENCH = JSON.stringify({
  Controls: [
    {
      version: 'cis-1.9',
      node_type: 'node',
      tests: [
        {
          section: '4.1',
          results: [
            {
              test_number: '4.1.1',
              test_desc: 'Ensure that the kubelet service file permissions are set to 600',
              status: 'PASS',
            },
          ],
        },
      ],
    },
  ],
});

const SMALLEST_LYNIS = `lynis_version=3.1.1
os=Linux
report_datetime_end=2026-01-10 08:00:00
hardening_index=67
tests_executed=AUTH-9229|SSH-7408|
tests_skipped=BOOT-5104|
suggestion[]=SSH-7408|Consider hardening SSH configuration|AllowTcpForwarding (set YES to NO)|-|
`;

const BINARY = { type: 'string', format: 'binary' } as const;

/** Contents of a body that is an XML document or the report of a scanner (rule scap-9). */
export const reportContents = (xmlExample: string) => ({
  'application/xml': { schema: xmlDocument(xmlExample) },
  'text/xml': { schema: xmlDocument(xmlExample) },
  [REPORT_TYPES.json]: {
    schema: { ...BINARY, description: 'A report of InSpec (HDF), kube-bench, Wazuh SCA or Trivy (compliance)' },
    example: SMALLEST_KUBE_BENCH,
  },
  [REPORT_TYPES.lynis]: { schema: { ...BINARY, description: 'A report file of Lynis' }, example: SMALLEST_LYNIS },
});
