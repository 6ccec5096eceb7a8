import { aBenchmark, aComponent, aDatastream, aGroup, aProfile, aRule, aValue, REF_ID } from './datastream.builder';
import { parseGuide, getRefusal } from './parsing';

const otherId = REF_ID.replace('TEST', 'OTHER');

describe('GuideParser', () => {
  describe('finds the benchmark', () => {
    it('as the root', () => {
      expect(parseGuide(aBenchmark('<x:title>T</x:title>'))).toMatchObject({
        refId: REF_ID,
        version: '1.0',
        title: 'T',
      });
    });

    it('whatever the prefixes are', () => {
      const document = `<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.2" id="${REF_ID}"><y:version
        xmlns:y="http://checklists.nist.gov/xccdf/1.2">2</y:version><title>T</title></Benchmark>`;
      expect(parseGuide(document)).toMatchObject({ version: '2', title: 'T' });
    });

    it.each([
      ['in the component of the first checklist', '#c2', otherId],
      ['first of all when the checklist is elsewhere', 'http://example.com/ds.xml', REF_ID],
      ['first of all when the component does not exist', '#c9', REF_ID],
      ['first of all when the component has no benchmark', '#oval', REF_ID],
      ['first of all without checklist', '', REF_ID],
    ])('%s', (_name, checklist, expected) => {
      const document = aDatastream(
        aComponent('oval', '<oval/>') +
          aComponent('c1', aBenchmark('')) +
          aComponent('c2', aBenchmark('', { id: otherId })),
        checklist,
      );
      expect(parseGuide(document).refId).toBe(expected);
    });

    it('and nothing of the same name elsewhere', () => {
      const foreign = aComponent('c0', `<x:Rule id="r0"/><other xmlns="urn:o"><Rule id="r0"/></other>`);
      const content = aRule('r1') + '<Rule id="r2" xmlns="urn:o"/>';
      const guide = parseGuide(aDatastream(foreign + aComponent('c1', aBenchmark(content))));
      expect(guide.rules.map((rule) => rule.refId)).toEqual(['r1']);
    });
  });

  describe('of XCCDF 1.1', () => {
    const aStig = (profiles: string, id = 'RHEL_8_STIG'): string =>
      `<?xml version="1.0" encoding="utf-8"?><?xml-stylesheet type="text/xsl" href="STIG.xsl"?>
      <Benchmark xmlns="http://checklists.nist.gov/xccdf/1.1" xmlns:dc="http://purl.org/dc/elements/1.1/" id="${id}">
      <status date="2026-01-01">accepted</status><title>A STIG</title><description>d</description>
      <plain-text id="release-info">Release: 1</plain-text><version>2</version>${profiles}
      <Group id="V-1"><title>SRG-1</title><description>g</description>
        <Rule id="SV-1r1_rule" severity="high" weight="10.0"><version>RHEL-08-1</version><title>Lock it</title>
          <description>because</description><reference><dc:publisher>DISA</dc:publisher></reference>
          <ident system="http://cyber.mil/cci">CCI-1</ident><fixtext fixref="F-1">lock</fixtext><fix id="F-1"/>
          <check system="C-1"><check-content>look</check-content></check></Rule></Group>
      <Group id="V-2"><title>SRG-2</title><Rule id="SV-2r1_rule" severity="low"><title>Watch it</title></Rule></Group>
      </Benchmark>`;
    const PROFILE =
      '<Profile id="MAC-1"><title>One</title><select idref="V-1" selected="true"/><select idref="V-2" selected="false"/></Profile>';

    it('reads benchmark, profiles, groups and rules, whose ids are names only', () => {
      expect(parseGuide(aStig(PROFILE))).toMatchObject({
        refId: 'RHEL_8_STIG',
        version: '2',
        title: 'A STIG',
        profiles: [{ refId: 'MAC-1', title: 'One', ruleRefIds: ['SV-1r1_rule'] }],
        ruleGroups: [{ refId: 'V-1', title: 'SRG-1' }, { refId: 'V-2' }],
        rules: [
          {
            refId: 'SV-1r1_rule',
            title: 'Lock it',
            severity: 'high',
            groupRefId: 'V-1',
            description: 'because',
            identifier: { label: 'CCI-1', system: 'http://cyber.mil/cci' },
          },
          { refId: 'SV-2r1_rule' },
        ],
      });
    });

    it.each([
      ['a profile', aStig(''), 'Benchmark of XCCDF 1.1 without Profile'],
      ['an id', aStig(PROFILE, ''), 'benchmark without id'],
    ])('refuses one without %s', (_name, document, message) => {
      expect(getRefusal(document)).toEqual({ kind: 'invalid', message });
    });
  });

  describe('refuses', () => {
    it.each([
      [
        'another root',
        '<html/>',
        'root element is neither a data-stream-collection nor a Benchmark of XCCDF 1.1 or 1.2',
      ],
      [
        'a Benchmark of another namespace',
        '<Benchmark id="a_benchmark_b"/>',
        'root element is neither a data-stream-collection nor a Benchmark of XCCDF 1.1 or 1.2',
      ],
      ['no benchmark', aDatastream(aComponent('c1', '<oval/>')), 'no Benchmark found'],
      [
        'an id that is not of a benchmark',
        aBenchmark('', { id: 'xccdf_org.test_profile_x' }),
        'benchmark id must contain _benchmark_',
      ],
      [
        'another version of XCCDF',
        '<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.0" id="a"/>',
        'XCCDF 1.0 is not read, only 1.1 and 1.2',
      ],
      [
        'the result of a scan',
        '<TestResult xmlns="http://checklists.nist.gov/xccdf/1.2"/>',
        'a TestResult is the result of a scan, not a guide: upload it to the system that was scanned',
      ],
      [
        'a tailoring',
        '<Tailoring xmlns="http://checklists.nist.gov/xccdf/1.2"/>',
        'a Tailoring is no guide: import the guide that it tailors',
      ],
      ['no version', aBenchmark('', { version: '' }), 'benchmark without version'],
      ['an item without id', aBenchmark('<x:Group/>'), 'Group without id'],
      ['an id of 513 characters', aBenchmark(aRule('r'.repeat(513))), 'document is too complex'],
      ['a rule twice', aBenchmark(aRule('r') + aGroup('g', aRule('r'))), 'duplicate id r'],
      ['a group twice', aBenchmark(aGroup('g', aGroup('g'))), 'duplicate id g'],
      ['a value twice', aBenchmark(aValue('v') + aValue('v')), 'duplicate id v'],
      ['a profile twice', aBenchmark(aProfile('p') + aProfile('p')), 'duplicate id p'],
      [
        'a component before the data-stream that asks for it',
        aDatastream(aComponent('c1', aBenchmark('')) + aComponent('c2', aBenchmark('')), '').replace(
          '</ds:data-stream-collection>',
          '<ds:data-stream><ds:checklists><ds:component-ref xlink:href="#c2"/></ds:checklists></ds:data-stream></ds:data-stream-collection>',
        ),
        'data-stream must come before its components',
      ],
    ])('%s', (_name, document, message) => {
      expect(getRefusal(document)).toEqual({ kind: 'invalid', message });
    });

    it.each([
      ['1000 profiles', 1_000, aProfile],
      ['5000 groups', 5_000, aGroup],
      ['20 000 rules', 20_000, aRule],
      ['20 000 values', 20_000, aValue],
    ])('more than %s', (_name, limit, item) => {
      const items = (count: number): string => Array.from({ length: count }, (_, n) => item(`i${n}`)).join('');
      expect(() => parseGuide(aBenchmark(items(limit)))).not.toThrow();
      expect(getRefusal(aBenchmark(items(limit + 1))).message).toBe('document is too complex');
    });
  });

  describe('reads the guide', () => {
    it('with all its descriptions folded into one and its first title raw', () => {
      const content =
        '<x:description>One  \n <html:b>bold</html:b> </x:description><x:title> A\n title </x:title>' +
        '<x:description>Two<x:sub idref="v"/></x:description><x:title>Not this</x:title>';
      expect(parseGuide(aBenchmark(content))).toMatchObject({ title: ' A\n title ', description: 'One  bold Two' });
    });

    it('with empty texts where it has none', () => {
      expect(parseGuide(aBenchmark(''))).toMatchObject({ title: '', description: '', rules: [], profiles: [] });
    });
  });

  describe('reads values', () => {
    it.each([
      [
        'without selector',
        '<x:value selector="a">1</x:value><x:value selector="">2</x:value><x:value>3</x:value>',
        '3',
      ],
      ['with the empty selector', '<x:value selector="a">1</x:value><x:value selector="">2</x:value>', '2'],
      ['that comes first', '<x:value selector="a">1</x:value><x:value selector="b">2</x:value>', '1'],
      ['never', '<x:complex-value/>', null],
    ])('whose default is the one %s', (_name, content, defaultValue) => {
      expect(parseGuide(aBenchmark(aValue('v', content))).valueDefinitions[0]?.defaultValue).toBe(defaultValue);
    });

    it('with title, folded description, type and bounds, at any depth', () => {
      const content =
        '<x:title>T </x:title><x:description> D\n d</x:description><x:value> raw </x:value>' +
        '<x:lower-bound>1</x:lower-bound><x:upper-bound selector="s">9</x:upper-bound>';
      const guide = parseGuide(
        aBenchmark(aGroup('g', aGroup('h', aValue('v', content, 'type="number"'))) + aValue('w')),
      );
      expect(guide.valueDefinitions).toEqual([
        {
          refId: 'v',
          title: 'T ',
          description: 'D  d',
          valueType: 'number',
          defaultValue: ' raw ',
          lowerBound: '1',
          upperBound: null,
        },
        expect.objectContaining({ refId: 'w', valueType: 'string' }),
      ]);
    });
  });

  describe('reads groups', () => {
    it('in document order with their parents and their own rationale only', () => {
      const guide = parseGuide(
        aBenchmark(
          aGroup('a', '<x:title>A</x:title>' + aGroup('b', aRule('r', '<x:rationale>of a rule</x:rationale>'))) +
            aGroup('c', '<x:rationale> why\n</x:rationale><x:description>what</x:description>'),
        ),
      );
      expect(guide.ruleGroups).toEqual([
        { refId: 'a', title: 'A', description: '', rationale: null, parentRefId: null },
        { refId: 'b', title: '', description: '', rationale: null, parentRefId: 'a' },
        { refId: 'c', title: '', description: 'what', rationale: 'why', parentRefId: null },
      ]);
    });
  });

  describe('reads rules', () => {
    const ruleWith = (content: string, attributes = '') =>
      parseGuide(aBenchmark(aRule('r', content, attributes) + aValue('v') + aValue('w'))).rules[0];

    it('in document order with their group', () => {
      const guide = parseGuide(aBenchmark(aRule('one') + aGroup('g', aRule('two') + aGroup('h', aRule('three')))));
      expect(guide.rules.map(({ refId, groupRefId }) => [refId, groupRefId])).toEqual([
        ['one', null],
        ['two', 'g'],
        ['three', 'h'],
      ]);
    });

    it('with texts and severity', () => {
      expect(
        ruleWith(
          '<x:title> t </x:title><x:description>d\n</x:description><x:rationale>r\nr</x:rationale>',
          'severity="high"',
        ),
      ).toMatchObject({
        title: ' t ',
        description: 'd',
        rationale: 'r r',
        severity: 'high',
      });
      expect(ruleWith('')).toMatchObject({ description: '', rationale: null, severity: 'unknown', identifier: null });
    });

    it('with the first identifier', () => {
      expect(ruleWith('<x:ident system="s">CCE-1</x:ident><x:ident system="t">CCE-2</x:ident>')?.identifier).toEqual({
        label: 'CCE-1',
        system: 's',
      });
    });

    it('with references in order, without duplicates', () => {
      const references =
        '<x:reference href="a">1</x:reference><x:reference href="b">1</x:reference><x:reference href="a">1</x:reference><x:reference>2</x:reference>';
      expect(ruleWith(references)?.references).toEqual([
        { href: 'a', label: '1' },
        { href: 'b', label: '1' },
        { href: null, label: '2' },
      ]);
    });

    it('with the values that direct checks export, unknown ones skipped', () => {
      const checks =
        '<x:check system="s"><x:check-export value-id="w" export-name="e"/><x:check-export value-id="nope" export-name="e"/></x:check>' +
        '<x:complex-check operator="AND"><x:check system="s"><x:check-export value-id="v" export-name="e"/></x:check></x:complex-check>' +
        '<x:check system="t"><x:check-export value-id="v" export-name="e"/></x:check>';
      expect(ruleWith(checks)?.valueChecks).toEqual(['w', 'v']);
    });

    it('with one fix per system, its text raw and the places of known values', () => {
      const fixes =
        '<x:fix system="urn:xccdf:fix:script:sh" strategy="s" disruption="d" complexity="c" reboot="1"> a\n<x:sub idref="v" use="legacy">no</x:sub>b<x:sub idref="nope"/>\n</x:fix>' +
        '<x:fix system="urn:xccdf:fix:script:sh">again</x:fix><x:fix>none</x:fix>';
      expect(ruleWith(fixes)).toMatchObject({
        remediationAvailable: false,
        fixes: [
          {
            system: 'urn:xccdf:fix:script:sh',
            strategy: 's',
            disruption: 'd',
            complexity: 'c',
            reboot: true,
            text: ' a\nb\n',
            substitutions: [{ at: 3, valueRefId: 'v' }],
          },
          {
            system: '',
            strategy: null,
            disruption: null,
            complexity: null,
            reboot: false,
            text: 'none',
            substitutions: [],
          },
        ],
      });
    });

    it('with remediation when there is an Ansible fix', () => {
      expect(ruleWith('<x:fix system="urn:xccdf:fix:script:ansible">-</x:fix>')?.remediationAvailable).toBe(true);
    });
  });
});
