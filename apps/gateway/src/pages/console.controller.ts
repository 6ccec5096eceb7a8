import path from 'node:path';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { Operation } from '@wardstone/bootstrap';
import type { Request, Response } from 'express';
import { ownRouteNotFound } from '../gateway-errors';
import { ConsoleFiles, PUSH_WORKER } from './console-files';

/** Everything comes from this host; PatternFly embeds small images in its stylesheets. */
const POLICY =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** `/console`: the page for people, whose scripts only use public operations. See decision 26. */
@Controller('console')
export class ConsoleController {
  constructor(private readonly files: ConsoleFiles) {}

  /** Names of assets contain a hash of their content. */
  @Get('assets/:name')
  @Operation('', { access: 'public', headers: { Vary: 'Accept-Encoding' }, hidden: true })
  async asset(@Param('name') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const file = await this.files.find(name, request.acceptsEncodings('br') === 'br');
    if (!file) throw ownRouteNotFound(request.method, request.path);
    if (file.encoding) response.set('Content-Encoding', file.encoding);
    response.set('Cache-Control', 'public, max-age=31536000, immutable').type(path.extname(name)).send(file.content);
  }

  /** The service worker for notifications, which browsers check for changes. */
  @Get(PUSH_WORKER)
  @Operation('', { access: 'public', headers: { 'Cache-Control': 'no-cache' }, hidden: true })
  pushWorker(@Req() request: Request, @Res() response: Response): void {
    if (this.files.pushWorker === undefined) throw ownRouteNotFound(request.method, request.path);
    response.type('js').send(this.files.pushWorker);
  }

  /** The page, whose router reads the path. */
  @Get(['', '*page'])
  @Operation('', {
    access: 'authenticated',
    headers: { 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' },
    hidden: true,
  })
  async page(@Req() request: Request, @Res() response: Response): Promise<void> {
    const page = await this.files.readPage();
    if (page === undefined) throw ownRouteNotFound(request.method, request.path);
    response.type('html').send(page);
  }
}
