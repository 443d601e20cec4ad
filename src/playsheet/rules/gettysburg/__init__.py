"""Guns At Gettysburg: regiments and batteries of the American Civil War, brigades under orders, generals at risk."""
