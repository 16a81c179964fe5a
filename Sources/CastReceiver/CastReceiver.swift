// The first file of CastReceiver.
