/** A frame as a client sends it (RFC 6455, 5.2), also one that the protocol forbids. */
export interface ClientFrame {
  readonly opcode: number;
  readonly isFinal: boolean;
  /** The bits RSV1 to RSV3, from 0 to 7. */
  readonly reserved: number;
  readonly isMasked: boolean;
  /** In Latin-1. */
  readonly payload: string;
  /** The length in the header, if it is not that of the payload. */
  readonly declaredLength?: number;
}

const MAX_SHORT_BYTES = 125;
const MAX_MEDIUM_BYTES = 0xffff;
const MASK = 'mask';

/** Encodes a frame, in Latin-1. */
export function encodeFrame(frame: ClientFrame): string {
  const { opcode, isFinal, reserved, isMasked, payload, declaredLength = payload.length } = frame;
  const maskBit = isMasked ? 0x80 : 0;
  const first = (isFinal ? 0x80 : 0) | (reserved << 4) | opcode;
  const header =
    declaredLength <= MAX_SHORT_BYTES
      ? [first, maskBit | declaredLength]
      : declaredLength <= MAX_MEDIUM_BYTES
        ? [first, maskBit | 126, declaredLength >> 8, declaredLength & 0xff]
        : [first, maskBit | 127, ...lengthBytes(declaredLength)];
  const body = Buffer.from(payload, 'latin1');
  if (isMasked) for (let i = 0; i < body.length; i++) body[i] = (body[i] as number) ^ MASK.charCodeAt(i % 4);
  return Buffer.from(header).toString('latin1') + (isMasked ? MASK : '') + body.toString('latin1');
}

function lengthBytes(length: number): number[] {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(length));
  return [...bytes];
}

/** Returns the request that opens a WebSocket. @param headers replace or extend the default ones */
export function handshake(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = {
    host: '127.0.0.1',
    upgrade: 'websocket',
    connection: 'Upgrade',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
    'sec-websocket-protocol': 'graphql-transport-ws',
    ...headers,
  };
  return `GET ${path} HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
}

/** Returns the close code that a server sent after the handshake; undefined if it sent none. */
export function closeCodeOf(received: string): number | undefined {
  const bytes = Buffer.from(received, 'latin1');
  let at = bytes.indexOf('\r\n\r\n') + 4;
  while (at >= 4 && at + 2 <= bytes.length) {
    const opcode = (bytes[at] as number) & 0x0f;
    let length = (bytes[at + 1] as number) & 0x7f;
    at += 2;
    if (length === 126 && at + 2 <= bytes.length) {
      length = bytes.readUInt16BE(at);
      at += 2;
    } else if (length === 127 && at + 8 <= bytes.length) {
      length = Number(bytes.readBigUInt64BE(at));
      at += 8;
    }
    if (opcode === 8 && length >= 2 && at + 2 <= bytes.length) return bytes.readUInt16BE(at);
    at += length;
  }
  return undefined;
}
