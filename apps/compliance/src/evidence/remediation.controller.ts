import { Controller, Get, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Client, Operation, type Part, RequestClient } from '@wardstone/bootstrap';
import { RemediationQuery } from '@wardstone/dto/compliance';
import { writePlaybook, writeShellScript } from '@wardstone/evidence';
import { ApiPathIds } from '../api/path-ids';
import { type ListRequest, QueryParameters } from '../api/request';
import { reportFile } from './report-file-part';
import { RemediationService } from './remediation.service';

const FORMATS = {
  Playbook: {
    mediaType: 'application/yaml',
    example: '---\n- name: CIS, minor version 4\n  hosts:\n    - web-1\n  tasks: []\n',
    extension: 'yml',
    system: 'urn:xccdf:fix:script:ansible',
    write: writePlaybook,
  },
  Script: {
    mediaType: 'text/x-shellscript',
    example: '#!/usr/bin/env bash\n',
    extension: 'sh',
    system: 'urn:xccdf:fix:script:sh',
    write: writeShellScript,
  },
} as const;

const DESCRIPTION =
  'The fixes of the guide with the values of the tailoring, each for the systems that fail its rule, with the rules that need a reboot or have no fix. They never run automatically.';

const file = (format: keyof typeof FORMATS): Part =>
  reportFile({ ...FORMATS[format], name: 'remediation', query: RemediationQuery });

type Requested = ListRequest<'report_id', RemediationQuery>;

@ApiPathIds()
@Controller('reports/:report_id')
@ApiTags('reports')
export class RemediationController {
  constructor(private readonly remediation: RemediationService) {}

  @Get('remediation.yml')
  @Operation('Download the fixes for failed rules as an Ansible playbook', {
    description: DESCRIPTION,
    access: ['compliance:report:read', 'compliance:policy:read', 'inventory:hosts:read'],
    returns: file('Playbook'),
  })
  reportRemediationPlaybook(
    @QueryParameters(RemediationQuery, 'report_id') request: Requested,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.remediation.read(request, FORMATS.Playbook, client);
  }

  @Get('remediation.sh')
  @Operation('Download the fixes for failed rules as a shell script', {
    description: DESCRIPTION,
    access: ['compliance:report:read', 'compliance:policy:read', 'inventory:hosts:read'],
    returns: file('Script'),
  })
  reportRemediationScript(
    @QueryParameters(RemediationQuery, 'report_id') request: Requested,
    @RequestClient() client: Client,
  ): Promise<StreamableFile> {
    return this.remediation.read(request, FORMATS.Script, client);
  }
}
