import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import type { TailoringContent } from './tailoring-content';
import { renderXccdfTailoring } from './xccdf-tailoring';

const NOW = Date.UTC(2026, 4, 26, 10, 20, 11, 853);

const CONTENT: TailoringContent = {
  guideRefId: 'xccdf_org.ssgproject.content_benchmark_RHEL-8',
  guideVersion: '0.1.65',
  osMajorVersion: 8,
  policyProfileRefId: 'xccdf_org.ssgproject.content_profile_cis',
  profileRefId: 'xccdf_org.ssgproject.content_profile_cis',
  title: 'CIS & Co',
  description: 'a < b',
  changes: { added: ['rule_a', 'rule_b'], removed: ['rule_c'], groups: ['group_1', 'group_2'] },
  values: [
    ['value_x', '300'],
    ['value_y', 'a "b"'],
  ],
};

describe('renderXccdfTailoring', () => {
  it('writes the document of the specification', () => {
    expect(renderXccdfTailoring(CONTENT, NOW)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<xccdf:Tailoring xmlns:xccdf="http://checklists.nist.gov/xccdf/1.2" id="xccdf_csfr-compliance_tailoring_default">
  <xccdf:benchmark id="xccdf_org.ssgproject.content_benchmark_RHEL-8" version="0.1.65" href="ssg-rhel8-ds.xml"/>
  <xccdf:version time="2026-05-26T10:20:11.853Z">1</xccdf:version>
  <xccdf:Profile id="xccdf_org.ssgproject.content_profile_cis" extends="xccdf_org.ssgproject.content_profile_cis">
    <xccdf:title xml:lang="en-US" override="true">CIS &amp; Co</xccdf:title>
    <xccdf:description xml:lang="en-US" override="true">a &lt; b</xccdf:description>
    <xccdf:select idref="rule_a" selected="true"/>
    <xccdf:select idref="rule_b" selected="true"/>
    <xccdf:select idref="rule_c" selected="false"/>
    <xccdf:select idref="group_1" selected="true"/>
    <xccdf:select idref="group_2" selected="true"/>
    <xccdf:set-value idref="value_x">300</xccdf:set-value>
    <xccdf:set-value idref="value_y">a "b"</xccdf:set-value>
  </xccdf:Profile>
</xccdf:Tailoring>
`);
  });

  it('is well-formed and keeps every text unchanged, with white space between siblings', () => {
    const anyText = fc.string({ unit: 'grapheme', maxLength: 20 });

    fc.assert(
      fc.property(anyText, anyText, anyText, (refId, title, value) => {
        const xml = renderXccdfTailoring(
          {
            ...CONTENT,
            guideRefId: refId,
            policyProfileRefId: refId,
            profileRefId: refId,
            title,
            changes: { added: [refId], removed: [refId], groups: [refId] },
            values: [[refId, value]],
          },
          NOW,
        );
        const parser = new SaxesParser({ xmlns: true });
        const idrefs: string[] = [];
        const texts = new Map<string, string>();
        let open = '';
        parser.on('error', (error) => {
          throw error;
        });
        parser.on('opentag', ({ local, attributes }) => {
          open = local;
          if (attributes['idref']) idrefs.push(attributes['idref'].value);
        });
        parser.on('text', (text) => texts.set(open, (texts.get(open) ?? '') + text));
        parser.on('closetag', () => (open = ''));
        parser.write(xml).close();

        expect(idrefs).toEqual([refId, refId, refId, refId]);
        expect(texts.get('title') ?? '').toBe(title);
        expect(texts.get('set-value') ?? '').toBe(value);
        expect(xml).not.toMatch(/><xccdf:(select|set-value)/);
      }),
      { seed: 20260524, numRuns: 200 },
    );
  });
});
