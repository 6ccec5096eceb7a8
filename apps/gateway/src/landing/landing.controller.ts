import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '@wardstone/auth';
import { PAGE_POLICY } from '@wardstone/pages';
import { renderLandingPage } from './landing-page';
import { UpstreamHealth } from './upstream-health';

/** The page of the bare address. */
@ApiTags('documents')
@Controller()
export class LandingController {
  constructor(@Inject(UpstreamHealth) private readonly health: UpstreamHealth) {}

  @Get()
  @Public()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', PAGE_POLICY)
  @Header('Cache-Control', 'no-cache')
  @ApiOperation({ summary: 'HTML page with the state of the services and links', operationId: 'landing' })
  @ApiOkResponse({ description: 'The page', content: { 'text/html': { schema: { type: 'string' } } } })
  async page(): Promise<string> {
    return renderLandingPage(await this.health.list());
  }
}
