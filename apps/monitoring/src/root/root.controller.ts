import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated } from '@wardstone/auth';
import { type Link, toLink } from '@wardstone/dto';
import { LINKS, type MediaType, NegotiatedType, Produces } from '@wardstone/media-types';
import { RootService } from './root.service';

const ROOT = {
  title: 'Monitoring',
  example: [toLink('platforms', 'resource/platforms.json'), toLink('self', '.json')],
};

@ApiTags('root')
@Authenticated()
@Controller('rest')
export class RootController {
  constructor(private readonly root: RootService) {}

  @Get()
  @Produces('root', LINKS, ROOT)
  @ApiOperation({ operationId: 'getRoot', summary: 'Get links to the entry points of the inventory' })
  getRoot(@NegotiatedType() type: MediaType): Link[] {
    return this.root.listLinks(type);
  }

  @Get('index')
  @Produces('root', LINKS, ROOT)
  @ApiOperation({ operationId: 'getIndex', summary: 'Get the links of the root; also at //index' })
  getIndex(@NegotiatedType() type: MediaType): Link[] {
    return this.root.listLinks(type);
  }
}
