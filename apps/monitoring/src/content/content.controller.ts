import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { StreamedBody } from '@wardstone/bootstrap';
import { IntegerValue, StringValue } from '@wardstone/dto/monitoring';
import { ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import { type Answer, one, Produces } from '@wardstone/media-types';
import { Removes } from '../api/removes.decorator';
import { ContentService } from './content.service';
import { type UploadBody, UploadedBody } from './upload-body';

const HANDLE = { name: 'handle', description: 'Handle returned by the upload', example: 'rhq-rest-4fK2mZ81QqLw.bin' };

@ApiTags('content')
@Controller('rest/content')
export class ContentController {
  constructor(private readonly contents: ContentService) {}

  @Post('fresh')
  @RequirePermission('CREATE_CHILD_RESOURCES')
  @StreamedBody()
  @Produces('content', one(StringValue), {
    title: 'Handle of the content',
    example: { value: 'rhq-rest-4fK2mZ81QqLw.bin' },
    status: 201,
  })
  @ApiOperation({
    operationId: 'uploadContent',
    summary: 'Upload content',
    description:
      'The body is stored under a new handle, which is also in Location. It expires a day after its ' +
      'last use; plugins and resources created from it stay.',
  })
  @ApiConsumes('application/octet-stream')
  @ApiBody({ description: 'Any bytes; may be empty', schema: { type: 'string', format: 'binary' } })
  @ApiErrors(
    CommonError.unsupported_media_type,
    CommonError.payload_too_large,
    CommonError.too_much_in_progress,
    MonitoringError.content_store_full,
    MonitoringError.invalid_content,
  )
  upload(@Caller() caller: CallerIdentity, @UploadedBody() body: UploadBody): Promise<Answer<StringValue>> {
    return this.contents.upload(caller, body);
  }

  @Get(':handle/info')
  @Authenticated()
  @ApiParam(HANDLE)
  @Produces('content', one(IntegerValue), { title: 'Length of the content in bytes', example: { value: 9 } })
  @ApiOperation({ operationId: 'getContentInfo', summary: 'Get the length of uploaded content in bytes' })
  @ApiErrors(MonitoringError.content_not_found)
  readLength(@Param('handle') handle: string): Promise<IntegerValue> {
    return this.contents.readLength(handle);
  }

  @Delete(':handle')
  @Removes('The content is deleted', MonitoringError.content_not_found, 'missing content')
  @Authenticated()
  @ApiParam(HANDLE)
  @ApiOperation({ operationId: 'removeContent', summary: 'Delete uploaded content' })
  @ApiErrors(MonitoringError.content_forbidden)
  remove(@Param('handle') handle: string, @Caller() caller: CallerIdentity): Promise<void> {
    return this.contents.remove(handle, caller);
  }
}
