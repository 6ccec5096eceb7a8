import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Titles and addresses in the guides of SSG and DISA; administrators may change them and add others. */
const FRAMEWORKS: readonly (readonly [refId: string, title: string, ...addresses: string[]])[] = [
  ['nist-800-53', 'NIST SP 800-53', 'nvlpubs.nist.gov/nistpubs/SpecialPublications/NIST.SP.800-53'],
  ['nist-800-171', 'NIST SP 800-171 (CUI)', 'nvlpubs.nist.gov/nistpubs/SpecialPublications/NIST.SP.800-171'],
  ['nist-csf', 'NIST Cybersecurity Framework', 'nvlpubs.nist.gov/nistpubs/CSWP/NIST.CSWP'],
  ['cis', 'CIS Benchmark', 'cisecurity.org/benchmark/', 'benchmarks.cisecurity.org/'],
  ['cis-controls', 'CIS Controls', 'cisecurity.org/controls/'],
  ['pci-dss-3', 'PCI DSS 3', 'pcisecuritystandards.org/documents/PCI_DSS_v3'],
  ['pci-dss-4', 'PCI DSS 4', 'docs-prv.pcisecuritystandards.org/PCI%20DSS/Standard/PCI-DSS-v4'],
  ['iso-27001', 'ISO/IEC 27001', 'iso.org/standard/54534', 'iso.org/contents/data/standard/05/45/54534'],
  ['hipaa', 'HIPAA', 'gpo.gov/fdsys/pkg/CFR-2007-title45-vol1/pdf/CFR-2007-title45-vol1-chapA-subchapC'],
  ['disa-cci', 'DISA CCI', 'public.cyber.mil/stigs/cci', 'cyber.mil/stigs/cci', 'cyber.mil/cci', 'iase.disa.mil/cci'],
  [
    'disa-srg',
    'DISA SRG',
    'public.cyber.mil/stigs/downloads/?_dl_facet_stigs=operating-systems%2Cgeneral-purpose-os',
    'public.cyber.mil/stigs/downloads/?_dl_facet_stigs=application-servers',
    'public.cyber.mil/stigs/downloads/?_dl_facet_stigs=container-platform',
    'cyber.mil/stigs/downloads/?_dl_facet_stigs=operating-systems%2Cgeneral-purpose-os',
    'cyber.mil/stigs/downloads/?_dl_facet_stigs=application-servers',
    'cyber.mil/stigs/downloads/?_dl_facet_stigs=container-platform',
    'urn:disa:srg',
  ],
  [
    'disa-stig',
    'DISA STIG',
    'public.cyber.mil/stigs/downloads/?_dl_facet_stigs=operating-systems%2Cunix-linux',
    'cyber.mil/stigs/downloads/?_dl_facet_stigs=operating-systems%2Cunix-linux',
    'urn:disa:stig-id',
  ],
  [
    'disa-stig-rule',
    'DISA STIG rules',
    'public.cyber.mil/stigs/srg-stig-tools',
    'cyber.mil/stigs/srg-stig-tools',
    'urn:disa:stig-rule',
  ],
  [
    'anssi',
    'ANSSI',
    'ssi.gouv.fr/administration/bonnes-pratiques',
    'cyber.gouv.fr/sites/default/files/document/linux_configuration',
  ],
  ['bsi', 'BSI IT-Grundschutz', 'bsi.bund.de/SharedDocs/Downloads/EN/BSI/Grundschutz/International/bsi_it_gs_comp'],
  ['ccn-stic', 'CCN-STIC', 'ccn-cert.cni.es/'],
  ['cjis', 'CJIS Security Policy', 'fbi.gov/file-repository/cjis-security-policy'],
  ['cobit', 'COBIT', 'isaca.org/resources/cobit'],
  ['isa-62443-2-1', 'ISA 62443-2-1', 'isa.org/products/isa-62443-2-1'],
  ['isa-62443-3-3', 'ISA 62443-3-3', 'isa.org/products/ansi-isa-62443-3-3'],
  ['ism', 'ACSC ISM', 'cyber.gov.au/acsc/view-all-content/ism'],
  ['nerc-cip', 'NERC CIP', 'nerc.com/pa/Stand/'],
  ['ospp', 'NIAP protection profiles (OSPP)', 'niap-ccevs.org/Profile/PP'],
];

/** Computes the controls of existing guides; later imports compute theirs. */
const NAMED = `
  WITH given AS MATERIALIZED (
         SELECT r.id AS rule_id, r.security_guide_id, link->>'href' AS href, link->>'label' AS label
           FROM rule r CROSS JOIN LATERAL jsonb_array_elements(r.reference_links) link
          WHERE link->>'href' IS NOT NULL),
       place AS MATERIALIZED (
         SELECT own.href, (SELECT f.id FROM framework f CROSS JOIN unnest(f.addresses) address
                            WHERE starts_with(regexp_replace(own.href, '^https?://(www[.])?', ''), address)
                            ORDER BY length(address) DESC, f.ref_id LIMIT 1) AS framework_id
           FROM (SELECT DISTINCT href FROM given) own),
       named AS MATERIALIZED (
         SELECT own.href, own.label, place.framework_id, names.name
           FROM (SELECT DISTINCT href, label FROM given) own
           JOIN place USING (href)
          CROSS JOIN LATERAL (
            SELECT DISTINCT replace(btrim(regexp_replace(part, '\\s+', ' ', 'g')), ' (', '(') AS name
              FROM regexp_split_to_table(own.label, ',') part) names
          WHERE place.framework_id IS NOT NULL AND length(names.name) BETWEEN 1 AND 100)`;

/**
 * Controls of frameworks, which all organisations share, like guides. The controls of a rule are one row with a list of
 * numbers, because a guide has thirty references for each rule.
 */
export class Frameworks1795985000000 implements MigrationInterface {
  name = 'Frameworks1795985000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Null: imported before all identifiers were read.
      ALTER TABLE rule ADD COLUMN identifiers jsonb;

      CREATE TABLE framework (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        ref_id text COLLATE "C" NOT NULL,
        title text COLLATE "C" NOT NULL,
        -- What the addresses of its references begin with, without scheme and "www."
        addresses text[] NOT NULL,
        CONSTRAINT pk_framework PRIMARY KEY (id),
        CONSTRAINT uq_framework_ref_id UNIQUE (ref_id)
      );
      CREATE TABLE control (
        number integer NOT NULL GENERATED ALWAYS AS IDENTITY,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        framework_id uuid NOT NULL,
        name text COLLATE "C" NOT NULL,
        -- orders names by the numbers in them ("AC-2" before "AC-10")
        sort_key text COLLATE "C" NOT NULL,
        CONSTRAINT pk_control PRIMARY KEY (number),
        CONSTRAINT uq_control_id UNIQUE (id),
        CONSTRAINT uq_control_framework_id_name UNIQUE (framework_id, name),
        CONSTRAINT fk_control_framework_id FOREIGN KEY (framework_id) REFERENCES framework (id) ON DELETE CASCADE
      );
      CREATE TABLE rule_control (
        rule_id uuid NOT NULL,
        security_guide_id uuid NOT NULL,
        control_numbers integer[] NOT NULL,
        CONSTRAINT pk_rule_control PRIMARY KEY (rule_id),
        CONSTRAINT fk_rule_control_rule_id FOREIGN KEY (rule_id) REFERENCES rule (id) ON DELETE CASCADE,
        CONSTRAINT fk_rule_control_security_guide_id FOREIGN KEY (security_guide_id)
          REFERENCES security_guide (id) ON DELETE CASCADE
      );
      CREATE INDEX ix_rule_control_security_guide_id ON rule_control (security_guide_id);
      CREATE INDEX ix_rule_control_control_numbers ON rule_control USING gin (control_numbers);`);
    await runner.query(
      `INSERT INTO framework (ref_id, title, addresses)
       SELECT given->>0, given->>1, (SELECT array_agg(address) FROM jsonb_array_elements_text(given) WITH ORDINALITY own (address, place)
                                      WHERE place > 2)
         FROM jsonb_array_elements($1::jsonb) given`,
      [JSON.stringify(FRAMEWORKS)],
    );
    await runner.query(`
      ${NAMED}
      INSERT INTO control (framework_id, name, sort_key)
      SELECT own.framework_id, own.name,
             (SELECT string_agg(CASE WHEN part[1] ~ '^[0-9]{1,8}$' THEN lpad(part[1], 8, '0') ELSE part[1] END, '' ORDER BY place)
                FROM regexp_matches(own.name, '[0-9]+|[^0-9]+', 'g') WITH ORDINALITY parts (part, place))
        FROM (SELECT DISTINCT framework_id, name FROM named) own`);
    await runner.query(`
      ${NAMED}
      INSERT INTO rule_control (rule_id, security_guide_id, control_numbers)
      SELECT given.rule_id, given.security_guide_id, array_agg(DISTINCT c.number ORDER BY c.number)
        FROM given
        JOIN named USING (href, label)
        JOIN control c ON c.framework_id = named.framework_id AND c.name = named.name
       GROUP BY given.rule_id, given.security_guide_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE rule_control, control, framework; ALTER TABLE rule DROP COLUMN identifiers');
  }
}
