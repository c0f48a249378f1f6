export interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Width and height as the header says; null for anything else than PNG, JPEG, GIF and WebP. The bytes come from tools: each
 * read is checked, and no step goes backwards.
 */
export function imageSize(bytes: Buffer): Size | null {
  try {
    return png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes)
  } catch (error) {
    if (error instanceof RangeError) return null // it ends before its header does
    throw error
  }
}

function png(bytes: Buffer): Size | null {
  if (bytes.toString('latin1', 1, 4) !== 'PNG' || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function gif(bytes: Buffer): Size | null {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

function webp(bytes: Buffer): Size | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21)
      return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

/** The frame header (SOF) stands behind other segments, each with its length. */
function jpeg(bytes: Buffer): Size | null {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; ; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at)
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    if (marker >> 8 !== 0xff) return null
  }
}
