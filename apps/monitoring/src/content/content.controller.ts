import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Operation } from '@wardstone/bootstrap';
import { IntegerValue, StringValue } from '@wardstone/dto/monitoring';
import { type HandlerResponse, result } from '@wardstone/media-types';
import { ContentService } from './content.service';
import { type UploadBody, UploadedBody } from './upload-body';
import { removal } from '../api/removal';

const HANDLE = { description: 'Handle returned by the upload', example: 'rhq-rest-4fK2mZ81QqLw.bin' };

@ApiTags('content')
@Controller('rest/content')
export class ContentController {
  constructor(private readonly contents: ContentService) {}

  @Post('fresh')
  @Operation('Upload content', {
    description:
      'The body is stored under a new handle, which is also in Location. It expires a day after its ' +
      'last use; plugins and resources created from it stay.',
    access: 'CREATE_CHILD_RESOURCES',
    body: [
      'streamed',
      ApiConsumes('application/octet-stream'),
      ApiBody({ description: 'Any bytes; may be empty', schema: { type: 'string', format: 'binary' } }),
    ],
    returns: result('content', StringValue, {
      title: 'Handle of the content',
      example: { value: 'rhq-rest-4fK2mZ81QqLw.bin' },
      status: 201,
    }),
    errors: [
      'unsupported_media_type',
      'payload_too_large',
      'too_much_in_progress',
      'content_store_full',
      'invalid_content',
    ],
  })
  uploadContent(
    @Caller() caller: CallerIdentity,
    @UploadedBody() body: UploadBody,
  ): Promise<HandlerResponse<StringValue>> {
    return this.contents.upload(caller, body);
  }

  @Get(':handle/info')
  @Operation('Get the length of uploaded content in bytes', {
    access: 'authenticated',
    path: { handle: HANDLE },
    returns: result('content', IntegerValue, { title: 'Length of the content in bytes', example: { value: 9 } }),
    errors: ['content_not_found'],
  })
  getContentInfo(@Param('handle') handle: string): Promise<IntegerValue> {
    return this.contents.readLength(handle);
  }

  @Delete(':handle')
  @Operation('Delete uploaded content', {
    access: 'authenticated',
    path: { handle: HANDLE },
    returns: removal('The content is deleted', 'content_not_found', 'missing content'),
    errors: ['content_forbidden'],
  })
  removeContent(@Param('handle') handle: string, @Caller() caller: CallerIdentity): Promise<void> {
    return this.contents.remove(handle, caller);
  }
}
