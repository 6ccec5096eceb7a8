import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, type Client, Operation, RequestClient } from '@wardstone/bootstrap';
import { FileChange, FileChangeQuery, FileDifference } from '@wardstone/dto/monitoring';
import { type ListPage, result } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { FileChangeService } from './file-change.service';

const CHANGE: FileChange = {
  id: 10551,
  time: 1_700_000_480_000,
  definition: 'etc',
  version: 3,
  category: 'FILE_CHANGED',
  path: 'nginx/nginx.conf',
  file: '/etc/nginx/nginx.conf',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  size: 1448,
  mode: 33188,
  owner: '0:0',
  hasText: true,
};
const DIFFERENCE: FileDifference = {
  id: 10551,
  path: 'nginx/nginx.conf',
  before: 'worker_processes 1;\n',
  after: 'worker_processes 4;\n',
  difference: '@@ -1,1 +1,1 @@\n-worker_processes 1;\n+worker_processes 4;\n',
};

/** See rule agents-24. */
@ApiTags('resource')
@Addition()
@Controller('rest/resource')
export class FileChangeController {
  constructor(private readonly changes: FileChangeService) {}

  @Get(':id/drift')
  @Operation('List changes of watched files', {
    description: 'Newest first, without texts. Requires VIEW_RESOURCE.',
    access: 'authenticated',
    returns: result('resource', [FileChange], { title: 'Changes of files', example: [CHANGE], gzip: true }),
    errors: ['resource_not_found', 'resource_forbidden', 'too_many_heavy_requests'],
  })
  listFileChanges(
    @PathId() id: number,
    @RequestQuery(FileChangeQuery) query: FileChangeQuery,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<ListPage<FileChange>> {
    return this.changes.list(id, query, caller, client);
  }

  @Get(':id/drift/:change/difference')
  @Operation('Get the text of a watched file before and after a change', {
    description:
      'Texts are stored without secrets, and only if the owner of the host permits it (`AGENT_FILE_TEXTS`). Requires CONFIGURE_READ.',
    access: 'authenticated',
    returns: result('resource', FileDifference, { title: 'Text before and after', example: DIFFERENCE, gzip: true }),
    errors: ['resource_not_found', 'resource_forbidden', 'file_difference_not_found', 'too_many_heavy_requests'],
  })
  getFileDifference(
    @PathId() id: number,
    @PathId('change', 'Id of the change') changeId: number,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<FileDifference> {
    return this.changes.readDifference(id, changeId, caller, client);
  }
}
