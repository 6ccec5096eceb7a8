import type { Checklist } from '../src/checklists/checklist';
import { checklistParser } from '../src/checklists/checklist-parser';
import { renderCkl, renderCklb } from '../src/checklists/checklist-writer';

const read = (form: 'ckl' | 'cklb', text: string) => {
  const parser = checklistParser(form);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 7001) parser.write(bytes.subarray(at, at + 7001));
  return parser.end();
};

const written = (checklist: Checklist) => ({
  ...checklist,
  stigs: checklist.stigs.map((stig) => ({ ...stig, size: stig.rules.length })),
});

const A_CKL = `<?xml version="1.0" encoding="UTF-8"?><!--STIG Viewer 2--><CHECKLIST><ASSET><ROLE>None</ROLE><MARKING>CUI</MARKING>
<HOST_NAME>web-1</HOST_NAME><HOST_GUID>own</HOST_GUID><WEB_OR_DATABASE>true</WEB_OR_DATABASE></ASSET><STIGS><iSTIG><STIG_INFO>
<SI_DATA><SID_NAME>stigid</SID_NAME><SID_DATA>Sample_STIG</SID_DATA></SI_DATA><SI_DATA><SID_NAME>customname</SID_NAME></SI_DATA>
<SI_DATA><SID_NAME>own</SID_NAME><SID_DATA>x</SID_DATA></SI_DATA></STIG_INFO><VULN>
<STIG_DATA><VULN_ATTRIBUTE>Vuln_Num</VULN_ATTRIBUTE><ATTRIBUTE_DATA>V-1</ATTRIBUTE_DATA></STIG_DATA>
<STIG_DATA><VULN_ATTRIBUTE>Rule_ID</VULN_ATTRIBUTE><ATTRIBUTE_DATA>SV-1r1_rule</ATTRIBUTE_DATA></STIG_DATA>
<STIG_DATA><VULN_ATTRIBUTE>LEGACY_ID</VULN_ATTRIBUTE><ATTRIBUTE_DATA>V-9</ATTRIBUTE_DATA></STIG_DATA>
<STIG_DATA><VULN_ATTRIBUTE>CCI_REF</VULN_ATTRIBUTE><ATTRIBUTE_DATA>CCI-1</ATTRIBUTE_DATA></STIG_DATA>
<STIG_DATA><VULN_ATTRIBUTE>CCI_REF</VULN_ATTRIBUTE><ATTRIBUTE_DATA>CCI-2</ATTRIBUTE_DATA></STIG_DATA>
<STIG_DATA><VULN_ATTRIBUTE>Own</VULN_ATTRIBUTE><ATTRIBUTE_DATA>a &lt;b&gt; &amp; c</ATTRIBUTE_DATA></STIG_DATA>
<STATUS>NotAFinding</STATUS><FINDING_DETAILS>seen</FINDING_DETAILS><COMMENTS>fine</COMMENTS>
<SEVERITY_OVERRIDE>low</SEVERITY_OVERRIDE><SEVERITY_JUSTIFICATION>behind a door</SEVERITY_JUSTIFICATION></VULN></iSTIG></STIGS></CHECKLIST>`;

const A_CKLB = {
  title: 'web-1',
  id: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10',
  active: true,
  mode: 2,
  own: { kept: [1, null, 'x'] },
  stigs: [
    {
      stig_name: 'Sample',
      stig_id: 'Sample_STIG',
      size: 1,
      rules: [
        { rule_id: 'SV-1r1', status: 'open', overrides: {}, own: 1, check_content_ref: { href: 'h', name: 'M' } },
      ],
    },
  ],
  target_data: { host_name: 'web-1', classification: null },
  cklb_version: '1.0',
};

describe('a checklist', () => {
  it('is read from a CKL and written to one without a lost field', () => {
    const checklist = read('ckl', A_CKL);

    expect(checklist.target).toMatchObject({ host_name: 'web-1', 'ckl:HOST_GUID': 'own', is_web_database: true });
    expect(checklist.stigs[0]!.fields).toEqual({ stig_id: 'Sample_STIG', 'ckl:customname': null, 'ckl:own': 'x' });
    expect(checklist.stigs[0]!.rules[0]).toMatchObject({
      status: 'not_a_finding',
      rule_id_src: 'SV-1r1_rule',
      ccis: ['CCI-1', 'CCI-2'],
      legacy_ids: ['V-9'],
      'ckl:Own': 'a <b> & c',
      overrides: { severity: { severity: 'low', reason: 'behind a door' } },
    });
    expect(read('ckl', [...renderCkl(written(checklist))].join(''))).toEqual(checklist);
  });

  it('names the STIG of a row in both formats', () => {
    const stig_ref = 'Sample STIG :: Version 1, Release: 2';
    const row = { rule_id_src: 'SV-1r1_rule', status: 'open', stig_ref, target_key: null };
    const ckl = [...renderCkl(written(read('cklb', JSON.stringify({ stigs: [{ rules: [row] }] }))))].join('');
    expect(ckl).toContain(`<VULN_ATTRIBUTE>STIGRef</VULN_ATTRIBUTE><ATTRIBUTE_DATA>${stig_ref}</ATTRIBUTE_DATA>`);
    const [back] = JSON.parse([...renderCklb(written(read('ckl', ckl)))].join('')).stigs[0].rules;
    expect(back).toMatchObject({ stig_ref });
  });

  it('is read from a CKLB and written to one key by key, unknown ones included', () => {
    expect(JSON.parse([...renderCklb(written(read('cklb', JSON.stringify(A_CKLB))))].join(''))).toEqual(A_CKLB);
  });

  it('is rejected when it is invalid or a decompression bomb', () => {
    const entity = '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><CHECKLIST/>';
    const nested = '['.repeat(100_000) + ']'.repeat(100_000);
    const many = JSON.stringify({ stigs: [{ rules: Array.from({ length: 5001 }, () => ({ status: 'open' })) }] });
    const row = (keys: number) => ({
      status: 'open',
      ...Object.fromEntries(Array.from({ length: keys }, (_none, n) => [`k${n}`, 1])),
    });
    const dense = JSON.stringify({ stigs: [{ rules: Array.from({ length: 4000 }, () => row(110)) }] });
    const vuln = `<VULN><STATUS>Open</STATUS>${Array.from({ length: 110 }, (_none, n) => `<k${n}/>`).join('')}</VULN>`;
    const refusals = [
      ['ckl', entity, 'DOCTYPE is not allowed'],
      ['ckl', '<other/>', 'root element is not CHECKLIST'],
      ['ckl', A_CKL.replace('NotAFinding', 'Great'), 'unknown STATUS Great'],
      ['ckl', A_CKL.slice(0, 900), 'not well-formed XML'],
      ['ckl', `<CHECKLIST><STIGS>${'<iSTIG/>'.repeat(101)}</STIGS></CHECKLIST>`, 'document is too complex'],
      ['cklb', '{"a"', 'not well-formed JSON'],
      ['cklb', '[]', 'the document is not an object'],
      ['cklb', `{"stigs":[${'[],'.repeat(1_000_000)}0]}`, 'document is too complex'],
      ['cklb', '{}', 'no list "stigs" found'],
      ['cklb', '{"stigs":[{"rules":[{"status":"great"}]}]}', 'unknown status "great"'],
      ['cklb', `{"stigs":[],"own":${nested}}`, 'document is too complex'],
      ['cklb', '{"stigs":[],"own":{"__proto__":{"x":1}}}', 'field __proto__ is not allowed'],
      ['cklb', many, 'document is too complex'],
      ['cklb', dense, 'document is too complex'],
      ['ckl', `<CHECKLIST><STIGS><iSTIG>${vuln.repeat(4000)}</iSTIG></STIGS></CHECKLIST>`, 'document is too complex'],
    ] as const;
    for (const [form, text, message] of refusals) expect(() => read(form, text)).toThrow(message);
    const parser = checklistParser('cklb');
    expect(() => {
      for (let n = 0; n < 40; n++) parser.write(Buffer.alloc(1024 * 1024, ' '));
    }).toThrow('Request body is too large');
  });
});
