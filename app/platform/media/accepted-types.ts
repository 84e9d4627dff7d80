/** What file inputs accept. Without HEIC: then iPhones send JPEG. */
export const ACCEPTED_TYPES = 'image/jpeg,.png,.webp,.avif,.gif';
