import { applyDecorators } from '@nestjs/common';
import { ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { type Part } from '@wardstone/bootstrap';
import { MEDIA_TYPE } from '../api/operation-parts';

interface FileDocs {
  mediaType: string;
  schema: NonNullable<NonNullable<ApiResponseOptions['content']>[string]['schema']>;
  example: unknown;
  isAlwaysThere?: boolean;
}

const PROFILE = 'xccdf_org.ssgproject.content_profile_cis';
const RULE = 'xccdf_org.ssgproject.content_rule_file_groupowner_etc_shadow';
const VALUE = 'xccdf_org.ssgproject.content_value_sshd_idle_timeout_value';

const XCCDF: FileDocs = {
  mediaType: 'application/xml',
  schema: { type: 'string' },
  example: `<?xml version="1.0" encoding="UTF-8"?>
<xccdf:Tailoring xmlns:xccdf="http://checklists.nist.gov/xccdf/1.2" id="xccdf_csfr-compliance_tailoring_default">
  <xccdf:benchmark id="xccdf_org.ssgproject.content_benchmark_RHEL-8" version="0.1.65" href="ssg-rhel8-ds.xml"/>
  <xccdf:version time="2026-05-26T10:20:11.853Z">1</xccdf:version>
  <xccdf:Profile id="${PROFILE}" extends="${PROFILE}">
    <xccdf:title xml:lang="en-US" override="true">CIS Benchmark for Level 2 - Server</xccdf:title>
    <xccdf:description xml:lang="en-US" override="true">Baseline of the CIS.</xccdf:description>
    <xccdf:select idref="${RULE}" selected="false"/>
  </xccdf:Profile>
</xccdf:Tailoring>
`,
};

const evaluation = (description: string) => ({
  type: 'object' as const,
  description,
  additionalProperties: {
    type: 'object' as const,
    properties: { evaluate: { type: 'boolean' as const, description: 'Whether a scan checks the rule' } },
  },
});

const FILES = {
  xml: XCCDF,
  json: {
    mediaType: MEDIA_TYPE,
    schema: {
      type: 'object',
      required: ['profiles'],
      properties: {
        profiles: {
          type: 'array',
          description: 'One profile',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string', description: "Identifier of the policy's profile" },
              base_profile_id: { type: 'string', description: 'The same' },
              title: { type: 'string', description: 'Title of the tailored profile' },
              groups: evaluation('Groups of added rules and their ancestors, by identifier'),
              rules: evaluation('Added and removed rules, by identifier'),
              variables: {
                type: 'object',
                description: 'Values, by identifier',
                additionalProperties: {
                  type: 'object',
                  properties: { value: { type: 'string', description: 'Text of the value' } },
                },
              },
            },
          },
        },
      },
    },
    example: {
      profiles: [
        {
          id: PROFILE,
          base_profile_id: PROFILE,
          title: 'CIS Benchmark for Level 2 - Server',
          groups: {},
          rules: { [RULE]: { evaluate: false } },
          variables: { [VALUE]: { value: '300' } },
        },
      ],
    },
  },
  toml: {
    mediaType: 'application/toml',
    schema: { type: 'string' },
    example: `name = "CIS Benchmark for Level 2 - Server"
description = "Baseline of the CIS."
version = "0.1.65"

[[packages]]
name = "aide"
version = "*"
`,
    isAlwaysThere: true,
  },
} as const satisfies Record<string, FileDocs>;

const DISPOSITION = {
  description: 'Name of the file',
  schema: { type: 'string' as const },
  example:
    'attachment; filename="xccdf_org.ssgproject.content_benchmark_RHEL-8__xccdf_org.ssgproject.content_profile_cis__tailoring.xml"',
};

/** Declares a file of a tailoring; 204 if it would be empty. */
export function tailoringFile(format: keyof typeof FILES): Part {
  const { mediaType, schema, example, isAlwaysThere = false }: FileDocs = FILES[format];
  const nothing = ApiResponse({
    status: 204,
    description: 'The tailoring does not differ from its profile',
  });
  return applyDecorators(
    ApiResponse({
      status: 200,
      description: 'The file',
      headers: { 'Content-Disposition': DISPOSITION },
      content: { [mediaType]: { schema, example } },
    }),
    ...(isAlwaysThere ? [] : [nothing]),
  );
}
