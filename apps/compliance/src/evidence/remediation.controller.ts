import { applyDecorators, Controller, Get, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '@wardstone/auth';
import { type Client, RequestClient } from '@wardstone/bootstrap';
import { RemediationQuery } from '@wardstone/dto/compliance';
import { writePlaybook, writeShellScript } from '@wardstone/evidence';
import { ApiPathIds } from '../api/path-ids';
import { type ListRequest, QueryParameters } from '../api/request';
import { ApiReportFile } from './report-file.decorator';
import { RemediationService } from './remediation.service';

const FORMATS = {
  Playbook: {
    mediaType: 'application/yaml',
    example: '---\n- name: CIS, minor version 4\n  hosts:\n    - web-1\n  tasks: []\n',
    extension: 'yml',
    system: 'urn:xccdf:fix:script:ansible',
    write: writePlaybook,
    summary: 'as an Ansible playbook',
  },
  Script: {
    mediaType: 'text/x-shellscript',
    example: '#!/usr/bin/env bash\n',
    extension: 'sh',
    system: 'urn:xccdf:fix:script:sh',
    write: writeShellScript,
    summary: 'as a shell script',
  },
} as const;

function Remediation(format: keyof typeof FORMATS): MethodDecorator {
  const { summary, ...file } = FORMATS[format];
  return applyDecorators(
    RequirePermission('compliance:report:read', 'compliance:policy:read', 'inventory:hosts:read'),
    ApiReportFile({
      ...file,
      operationId: `ReportRemediation${format}`,
      summary: `Download the fixes for failed rules ${summary}`,
      description:
        'The fixes of the guide with the values of the tailoring, each for the systems that fail its rule, with the rules that need a reboot or have no fix. They never run automatically.',
      name: 'remediation',
      query: RemediationQuery,
    }),
  );
}

type Requested = ListRequest<'report_id', RemediationQuery>;

@ApiPathIds()
@Controller('reports/:report_id')
@ApiTags('reports')
export class RemediationController {
  constructor(private readonly remediation: RemediationService) {}

  @Get('remediation.yml')
  @Remediation('Playbook')
  readPlaybook(
    @QueryParameters(RemediationQuery, 'report_id') request: Requested,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.remediation.read(request, FORMATS.Playbook, client);
  }

  @Get('remediation.sh')
  @Remediation('Script')
  readScript(
    @QueryParameters(RemediationQuery, 'report_id') request: Requested,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.remediation.read(request, FORMATS.Script, client);
  }
}
