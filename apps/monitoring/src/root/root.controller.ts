import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@wardstone/bootstrap';
import { type Link, toLink } from '@wardstone/dto';
import { LINKS, type MediaType, NegotiatedType, result } from '@wardstone/media-types';
import { RootService } from './root.service';

const ROOT = {
  title: 'Monitoring',
  example: [toLink('platforms', 'resource/platforms.json'), toLink('self', '.json')],
};

@ApiTags('root')
@Controller('rest')
export class RootController {
  constructor(private readonly root: RootService) {}

  @Get()
  @Operation('Get links to the entry points of the inventory', {
    access: 'authenticated',
    returns: result('root', LINKS, ROOT),
  })
  getRoot(@NegotiatedType() type: MediaType): Link[] {
    return this.root.listLinks(type);
  }

  @Get('index')
  @Operation('Get links to the entry points of the inventory; alias of /rest, also at //index', {
    access: 'authenticated',
    returns: result('root', LINKS, ROOT),
  })
  getIndex(@NegotiatedType() type: MediaType): Link[] {
    return this.root.listLinks(type);
  }
}
