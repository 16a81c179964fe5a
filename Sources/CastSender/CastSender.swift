// The first file of CastSender.
