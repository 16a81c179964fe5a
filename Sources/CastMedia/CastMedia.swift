// The first file of CastMedia.
