import { Controller, Get, Param, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiPathIds } from '../api/path-ids';
import { ParentIds, type RecordRequest } from '../api/request';
import { tailoringFile } from './tailoring-file-part';
import { type TailoringFile, TailoringFilesService } from './tailoring-files.service';
import { Operation } from '@wardstone/bootstrap';

@ApiPathIds()
@Controller('policies/:policy_id/tailorings/:tailoring_id')
@ApiTags('tailorings')
export class TailoringFilesController {
  constructor(private readonly files: TailoringFilesService) {}

  @Get('tailoring_file.json')
  @Operation('Download a tailoring as JSON for a scanner', {
    access: { permissions: ['compliance:policy:read', 'inventory:hosts:read'], certificates: true },
    returns: tailoringFile('json'),
  })
  tailoringFileJSON(
    @ParentIds('policy_id') request: RecordRequest<'policy_id'>,
    @Param('tailoring_id') id: string,
  ): Promise<TailoringFile> {
    return this.files.readJson(request, id);
  }

  @Get('tailoring_file.toml')
  @Operation('Download a tailoring as an image blueprint (TOML)', {
    access: { permissions: ['compliance:policy:read', 'inventory:hosts:read'], certificates: true },
    returns: tailoringFile('toml'),
  })
  tailoringFileTOML(
    @ParentIds('policy_id') request: RecordRequest<'policy_id'>,
    @Param('tailoring_id') id: string,
  ): Promise<StreamableFile> {
    return this.files.readToml(request, id);
  }

  @Get('tailoring_file.xml')
  @Operation('Download a tailoring as XCCDF for a scanner', {
    access: { permissions: ['compliance:policy:read', 'inventory:hosts:read'], certificates: true },
    returns: tailoringFile('xml'),
  })
  tailoringFileXML(
    @ParentIds('policy_id') request: RecordRequest<'policy_id'>,
    @Param('tailoring_id') id: string,
  ): Promise<TailoringFile> {
    return this.files.readXccdf(request, id);
  }

  @Get('tailoring_file')
  @Operation('Download a tailoring as XCCDF for a scanner, without an extension', {
    access: { permissions: ['compliance:policy:read', 'inventory:hosts:read'], certificates: true },
    returns: tailoringFile('xml'),
  })
  tailoringFile(
    @ParentIds('policy_id') request: RecordRequest<'policy_id'>,
    @Param('tailoring_id') id: string,
  ): Promise<TailoringFile> {
    return this.files.readXccdf(request, id);
  }
}
