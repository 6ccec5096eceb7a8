import { Controller, Get, Param, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AllowCertificate, RequirePermission } from '@wardstone/auth';
import { ApiPathIds } from '../api/path-ids';
import { ParentIds, type RecordRequest } from '../api/request';
import { ApiTailoringFile } from './tailoring-file.decorator';
import { type TailoringFile, TailoringFilesService } from './tailoring-files.service';

@ApiPathIds()
@Controller('policies/:policy_id/tailorings/:tailoring_id')
@ApiTags('tailorings')
export class TailoringFilesController {
  constructor(private readonly files: TailoringFilesService) {}

  @Get('tailoring_file.json')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @AllowCertificate()
  @ApiTailoringFile('TailoringFileJSON')
  readJson(
    @ParentIds('policy_id') request: RecordRequest<'policy_id'>,
    @Param('tailoring_id') id: string,
  ): Promise<TailoringFile> {
    return this.files.readJson(request, id);
  }

  @Get('tailoring_file.toml')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @AllowCertificate()
  @ApiTailoringFile('TailoringFileTOML')
  readToml(
    @ParentIds('policy_id') request: RecordRequest<'policy_id'>,
    @Param('tailoring_id') id: string,
  ): Promise<StreamableFile> {
    return this.files.readToml(request, id);
  }

  @Get('tailoring_file.xml')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @AllowCertificate()
  @ApiTailoringFile('TailoringFileXML')
  readXml(
    @ParentIds('policy_id') request: RecordRequest<'policy_id'>,
    @Param('tailoring_id') id: string,
  ): Promise<TailoringFile> {
    return this.files.readXccdf(request, id);
  }

  @Get('tailoring_file')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @AllowCertificate()
  @ApiTailoringFile('TailoringFile')
  read(
    @ParentIds('policy_id') request: RecordRequest<'policy_id'>,
    @Param('tailoring_id') id: string,
  ): Promise<TailoringFile> {
    return this.files.readXccdf(request, id);
  }
}
